import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Mail, Printer, Send } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import type { OwnPage } from '#shared/contracts/supporter-pages.ts';

/** Texts to share a page with, ready to copy or send, and the way to its poster and its file. */
export function ShareKit({ page, link, token }: { page: OwnPage; link: string; token: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { name, event } = page;
	const goal = formats.money(page.goalMinor, page.currency);
	const isTeam = page.kind === 'team';
	const texts = [
		{
			label: t`Short message`,
			text: isTeam
				? t`We’re raising ${goal} for ${event.title}. Every donation counts: ${link}`
				: t`I’m raising ${goal} for ${event.title}. Every donation counts: ${link}`,
		},
		{
			label: t`Thank-you and reminder`,
			text: t`Thank you to everyone who has donated so far. There’s still time to help reach ${goal} for ${event.title}: ${link}`,
		},
	];
	const [first] = texts;
	const message = encodeURIComponent(first?.text ?? link);
	const subject = encodeURIComponent(`${name}: ${event.title}`);
	return (
		<div className="flex flex-col gap-4">
			<ul className="flex flex-col gap-3">
				{texts.map(({ label, text }) => (
					<li key={label} className="flex flex-col gap-2 rounded-lg border border-hairline p-3 text-sm">
						<p className="font-medium">{label}</p>
						<p className="[overflow-wrap:anywhere]" dir="auto">
							{text}
						</p>
						<div>
							<CopyButton text={text} label={t`Copy text`} />
						</div>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-2">
				<ButtonLink
					to={`mailto:?subject=${subject}&body=${message}`}
					variant="outline"
					size="sm"
					icon={Mail}
					reloadDocument
				>
					<Trans>Email</Trans>
				</ButtonLink>
				<ButtonLink
					to={`https://wa.me/?text=${message}`}
					variant="outline"
					size="sm"
					icon={Send}
					reloadDocument
				>
					<Trans>WhatsApp</Trans>
				</ButtonLink>
				<ButtonLink to={`/fundraiser-pages/${token}/poster`} variant="outline" size="sm" icon={Printer}>
					<Trans>Poster</Trans>
				</ButtonLink>
				<ButtonLink
					to={`/api/fundraiser-pages/${token}/poster`}
					variant="outline"
					size="sm"
					icon={Download}
					isExternal
				>
					<Trans>Poster as PDF</Trans>
				</ButtonLink>
			</div>
		</div>
	);
}

import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/button.tsx';
import { useSite } from './site.ts';

/** Writes to the operator where they gave an address; says so where they did not, and leads to the contact form. */
export function ContactSupport({ code }: { code?: string }) {
	const { supportEmail } = useSite();
	const subject = code ? `?subject=${encodeURIComponent(`[${code}]`)}` : '';
	return (
		<>
			<ButtonLink
				to={supportEmail ? `mailto:${supportEmail}${subject}` : '/contact'}
				isExternal
				variant="ghost"
			>
				<Trans>Contact Support</Trans>
			</ButtonLink>
			{supportEmail ? null : (
				<p className="basis-full text-sm text-muted">
					<Trans>This site has no support email. Contact Support opens the contact form.</Trans>
				</p>
			)}
		</>
	);
}

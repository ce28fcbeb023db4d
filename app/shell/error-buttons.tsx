import { Trans } from '@lingui/react/macro';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useSite } from './site.ts';

/** The ways out of a screen that could not be shown. @param props.code of the error, for the support */
export function ErrorButtons({ code }: { code?: string | undefined }) {
	return (
		<div className="mt-2 flex flex-wrap gap-3">
			<Button onClick={() => location.reload()}>
				<Trans>Try Again</Trans>
			</Button>
			<ButtonLink to="/" isExternal variant="outline">
				<Trans>Go to Homepage</Trans>
			</ButtonLink>
			<ContactSupport code={code} />
		</div>
	);
}

/** Writes to the operator where they gave an address; says so where they did not, and leads to the contact form. */
function ContactSupport({ code }: { code?: string | undefined }) {
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

import { Trans } from '@lingui/react/macro';
import { useSite } from '#app/shell/site.ts';

/** Below a question for consent to news: what follows a yes. Read out when it appears. */
export function NewsNote(props: { isAgreed: boolean; isSaved: boolean }) {
	const { hasEmail } = useSite();
	return (
		<p role="status" className="ps-7 text-compact text-muted">
			{!props.isAgreed || !hasEmail ? null : props.isSaved ? (
				<Trans>If you haven’t confirmed yet, open the link in the email we sent you.</Trans>
			) : (
				<Trans>We send you an email to confirm.</Trans>
			)}
		</p>
	);
}

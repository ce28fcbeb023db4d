import { Plural, Trans } from '@lingui/react/macro';

/** When guests are emailed, and until when a change can be undone. */
export function NotifiesIn({ minutes }: { minutes: number }) {
	return minutes > 0 ? (
		<Plural
			value={minutes}
			one="In # minute. You can undo the change until then."
			other="In # minutes. You can undo the change until then."
		/>
	) : (
		<Trans>At once, since the event starts soon.</Trans>
	);
}

/** An email as one of the guests reads it. */
export function MailPreview({ mail, note }: { mail: { subject: string; text: string }; note: string }) {
	return (
		<details className="rounded-lg border border-hairline">
			<summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-medium">
				<Trans>Preview the email</Trans>
			</summary>
			<div className="border-t border-hairline px-4 py-3 text-sm">
				<p className="font-semibold" dir="auto">
					{mail.subject}
				</p>
				{note.trim() === '' ? null : (
					<p className="mt-3 border-s-2 ps-3 break-words whitespace-pre-line" dir="auto">
						{note.trim()}
					</p>
				)}
				<p className="mt-3 break-words whitespace-pre-line text-muted" dir="auto">
					{mail.text.trim()}
				</p>
			</div>
		</details>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '#app/lib/form-answer.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { emailInputProps } from '#app/ui/person-inputs.ts';
import { TextField } from '#app/ui/text-field.tsx';

/** Sends the links of somebody's tickets by mail. Never says whether there are any. */
export function FindMyTicket({ answer: posted }: { answer: FormAnswer | undefined }) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const fetcher = useFetcher<FormAnswer>();
	const answer = fetcher.data ?? posted;
	const refusal = answer?.isSent === false ? answer.errors[0]?.message : undefined;
	return (
		<section
			id="find-my-ticket"
			aria-labelledby="find-my-ticket-title"
			className="scroll-mt-24 rounded-xl border bg-surface p-5 md:p-8"
		>
			<h2 id="find-my-ticket-title" className="text-lg font-semibold">
				<Trans>Find my ticket</Trans>
			</h2>
			{hasEmail ? (
				<>
					<p className="mt-1 max-w-measure text-sm text-muted">
						<Trans>Enter your email and we’ll send links to your upcoming tickets.</Trans>
					</p>
					<fetcher.Form
						method="post"
						action="/help"
						className="controls-lg mt-5 flex max-w-xl flex-col gap-3 sm:flex-row sm:items-end"
					>
						<TextField
							label={t`Email`}
							{...emailInputProps}
							className="flex-1"
							defaultValue={answer?.isSent === false ? answer.values.email : undefined}
						/>
						<Button type="submit" size="lg" isLoading={fetcher.state !== 'idle'}>
							<Trans>Send my tickets</Trans>
						</Button>
					</fetcher.Form>
					<div role="status" className="mt-4 empty:mt-0">
						{answer?.isSent ? (
							<Callout tone="success">
								<Trans>
									If this email has upcoming tickets, the links are on their way. Check your spam folder too.
								</Trans>
							</Callout>
						) : refusal ? (
							<Callout tone="danger">{refusal}</Callout>
						) : null}
					</div>
				</>
			) : (
				<p className="mt-1 max-w-measure text-sm text-muted">
					<Trans>
						Email isn’t set up on this site, so we can’t send links. Open the ticket page you saved, or ask
						the organiser.
					</Trans>
				</p>
			)}
		</section>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { openFeedback } from '#app/shell/open-feedback.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { Button } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';

export const headers = publicPageHeaders(300);
export const handle = publicPageHandle();

/** The feedback widget, explained and openable. */
export default function FeedbackDemoPage() {
	const { t } = useLingui();
	const steps = [
		[
			t`Describe it`,
			t`A bug report or a feature request, with a title and a description. No account needed.`,
		],
		[t`Add screenshots`, t`Up to five: choose, drop or paste them. Nothing is recorded automatically.`],
		[t`Preview`, t`Check your report before you send it, including the console log if you add it.`],
		[t`Get updates`, t`You get a report ID and a page that shows its status.`],
	];
	return (
		<div className="form-width flex w-full flex-col py-8 md:py-12">
			<PublicHead
				path="/feedback-demo"
				imageUrl={pictureOf('feedback')}
				title={t`Feedback`}
				description={t`How to report a bug or request a feature.`}
			/>
			<PageHeader
				title={<Trans>Report a bug or request a feature</Trans>}
				description={
					<Trans>
						The feedback button at the lower edge of every page opens a panel that you can move and minimise
						while you look at the page.
					</Trans>
				}
			/>
			<div className="flex flex-wrap gap-2 pb-8">
				<Button onClick={() => void openFeedback('bug')}>
					<Trans>Report a bug</Trans>
				</Button>
				<Button variant="outline" onClick={() => void openFeedback('feature')}>
					<Trans>Request a feature</Trans>
				</Button>
			</div>
			<ol className="flex flex-col gap-5">
				{steps.map(([title, text], index) => (
					<li key={title} className="flex gap-4">
						<span className="grid size-8 shrink-0 place-content-center rounded-full border text-sm font-semibold tabular-nums">
							{index + 1}
						</span>
						<div>
							<h2 className="font-semibold">{title}</h2>
							<p className="max-w-measure text-muted">{text}</p>
						</div>
					</li>
				))}
			</ol>
			<p className="mt-8 max-w-measure text-sm text-muted">
				<Trans>Your text is saved until you send it.</Trans>
			</p>
		</div>
	);
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import type { SentState } from '../use-report.ts';

/** After sending: the report's name, where to follow it, and what did not get through. */
export function FeedbackSent(props: { sent: SentState; onRetry: () => Promise<void>; onAgain: () => void }) {
	const { sent, onRetry, onAgain } = props;
	const { t } = useLingui();
	const [isRetrying, setIsRetrying] = useState(false);
	return (
		<div className="flex flex-col items-start gap-4">
			<p className="text-sm">
				<Trans>Thank you. You can follow its status on your report page.</Trans>
			</p>
			<p className="flex items-center gap-2 font-mono text-sm">
				{sent.reportId}
				<CopyButton text={sent.reportId} label={t`Copy report ID`} />
			</p>
			{sent.leftOver.length > 0 ? (
				<Callout
					tone="warning"
					action={
						<Button
							size="sm"
							variant="outline"
							icon={RotateCw}
							isLoading={isRetrying}
							onClick={async () => {
								setIsRetrying(true);
								await onRetry();
								setIsRetrying(false);
							}}
						>
							<Trans>Try again</Trans>
						</Button>
					}
				>
					<Plural
						value={sent.leftOver.length}
						one="# screenshot could not be sent. The report itself is there."
						other="# screenshots could not be sent. The report itself is there."
					/>
				</Callout>
			) : null}
			<div className="flex flex-wrap gap-2">
				<ButtonLink to={sent.statusPath} variant="outline" size="sm">
					<Trans>See your report</Trans>
				</ButtonLink>
				<Button variant="ghost" size="sm" onClick={onAgain}>
					<Trans>Send another</Trans>
				</Button>
			</div>
		</div>
	);
}

import { useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { EventReview } from '#shared/contracts/event-review.ts';
import { FindingList } from './review-parts.tsx';

/** `publish`: as it is; `stay`: not now; `leave`: a link of the list leads to where it is settled. */
export type PublishAnswer = 'publish' | 'stay' | 'leave';

export interface PublishDialogProps {
	review: Pick<EventReview, 'blockers' | 'advice' | 'fillIns'>;
	/** Path of the form in which findings are settled. */
	form: string;
	onAnswer: (answer: PublishAnswer) => void;
}

/** The checklist of the review over any other page that publishes: what is red holds the event back, the rest is said once. */
export function PublishDialog({ review, form, onAnswer }: PublishDialogProps) {
	const { t } = useLingui();
	const isBlocked = review.blockers.length > 0;
	return (
		<Dialog
			isOpen
			onClose={() => onAnswer('stay')}
			title={isBlocked ? t`Not ready to publish` : t`Before you publish`}
			description={
				isBlocked ? t`Fix what is marked in red first.` : t`Publish it as it is, or change this first.`
			}
			footer={
				<>
					<Button variant={isBlocked ? 'primary' : 'outline'} onClick={() => onAnswer('stay')} data-autofocus>
						{t`Keep editing`}
					</Button>
					{isBlocked ? null : <Button onClick={() => onAnswer('publish')}>{t`Publish anyway`}</Button>}
				</>
			}
		>
			<FindingList {...review} form={form} onLeave={() => onAnswer('leave')} />
		</Dialog>
	);
}

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import {
	type SeriesStepName,
	useCancelSeries,
	useStepOfSeries,
	useUpdateSeries,
} from '#app/features/events/series-api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Series } from '#shared/contracts/series.ts';
import { UNDO_MINUTES } from '#shared/rules/periods.ts';
import type { SeriesBooking } from '#shared/rules/series/repeat.ts';
import { ChangeRepeat } from './change-repeat.tsx';
import { DissolveDialog } from './dissolve-dialog.tsx';

interface ActionsProps {
	series: Series;
	/** A date of it. */
	event: PublicEvent;
	permissions: readonly string[];
}

/** Actions for a whole series. */
export function SeriesActions({ series, event, permissions }: ActionsProps) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const step = useStepOfSeries(series.id);
	const [pending, setPending] = useState<'cancel' | 'dissolve' | null>(null);
	const mayEdit = permissions.includes('events.edit');
	const mayPublish = permissions.includes('events.publish');
	if (!mayEdit && !mayPublish) return null;
	const take = (name: SeriesStepName, done: string) => void attempt(step.mutateAsync(name), done);
	const isTaking = (name: SeriesStepName) => step.isPending && step.variables === name;
	const { drafts, ahead } = series.counts;
	return (
		<>
			<Card title={t`Manage series`}>
				<div className="flex flex-col divide-y divide-hairline">
					{mayPublish && drafts > 0 ? (
						<Action text={t`${plural(drafts, { one: '# date is a draft.', other: '# dates are drafts.' })}`}>
							<Button isLoading={isTaking('publish')} onClick={() => take('publish', t`Dates published`)}>
								{t`Publish all`}
							</Button>
						</Action>
					) : null}
					{mayEdit ? (
						<Action text={t`Other days or times, from the next date on.`}>
							<ChangeRepeat series={series} event={event} />
						</Action>
					) : null}
					{mayEdit ? (
						<Action text={t`Page, place, tickets: open a date, and choose which dates it applies to.`}>
							<ButtonLink to={`/events/${event.id}/edit`} variant="outline">
								{t`Edit the next date`}
							</ButtonLink>
						</Action>
					) : null}
					{mayPublish && series.isOpen && !series.isStopped ? (
						<Action text={t`No further dates are added. Existing dates stay.`}>
							<Button
								variant="outline"
								isLoading={isTaking('stop')}
								onClick={() => take('stop', t`Series stopped`)}
							>
								{t`Stop the series`}
							</Button>
						</Action>
					) : null}
					{mayPublish && series.isStopped ? (
						<Action text={t`Further dates are added again.`}>
							<Button
								variant="outline"
								isLoading={isTaking('extend')}
								onClick={() => take('extend', t`Series resumed`)}
							>
								{t`Go on`}
							</Button>
						</Action>
					) : null}
					{mayEdit ? (
						<Action text={t`Each date becomes an event of its own. Guests and links stay.`}>
							<Button variant="outline" onClick={() => setPending('dissolve')}>
								{t`Turn into single events`}
							</Button>
						</Action>
					) : null}
					{mayPublish && ahead > drafts ? (
						<Action text={t`Ends registration for all dates ahead.`}>
							<Button variant="outline" tone="destructive" onClick={() => setPending('cancel')}>
								{t`Cancel all dates`}
							</Button>
						</Action>
					) : null}
				</div>
				<CancelDialog
					series={series}
					event={event}
					isOpen={pending === 'cancel'}
					onClose={() => setPending(null)}
				/>
				<DissolveDialog series={series} isOpen={pending === 'dissolve'} onClose={() => setPending(null)} />
			</Card>
			{mayEdit ? <Booking series={series} /> : null}
		</>
	);
}

function Action({ text, children }: { text: string; children: ReactNode }) {
	return (
		<div className="flex flex-col items-start gap-2 py-3 first:pt-0 last:pb-0">
			<p className="text-compact text-muted">{text}</p>
			{children}
		</div>
	);
}

/** How guests book its dates. */
function Booking({ series }: { series: Series }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const update = useUpdateSeries(series.id);
	return (
		<Card title={t`Booking`}>
			<RadioGroup
				label={t`Guests book`}
				isLabelHidden
				value={update.isPending ? update.variables.booking : series.booking}
				onChange={(event) =>
					void attempt(update.mutateAsync({ booking: event.currentTarget.value as SeriesBooking }), t`Saved`)
				}
				options={[
					{ value: 'each', label: t`Each date by itself` },
					{
						value: 'any',
						label: t`Any dates at once`,
						description: t`Guests choose dates, and book them together.`,
					},
					{ value: 'all', label: t`The whole course`, description: t`Guests book all dates that are ahead.` },
				]}
			/>
		</Card>
	);
}

function CancelDialog(props: { series: Series; event: PublicEvent; isOpen: boolean; onClose: () => void }) {
	const { series, event, isOpen, onClose } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const mailNote = useMailNote(event);
	const cancel = useCancelSeries(series.id);
	const [message, setMessage] = useState('');
	async function confirm() {
		if (!(await attempt(cancel.mutateAsync(message.trim()), t`Dates cancelled`))) return;
		setMessage('');
		onClose();
	}
	return (
		<ConfirmDialog
			isOpen={isOpen}
			onClose={onClose}
			title={t`Cancel all dates of “${series.title}”?`}
			description={
				<>
					<Trans>
						We’ll close registration for all dates ahead and stop the series. You can undo it for{' '}
						{UNDO_MINUTES} minutes.
					</Trans>{' '}
					{mailNote ?? <Trans>Then each guest gets one email about all their dates.</Trans>}
				</>
			}
			confirmLabel={t`Cancel all dates`}
			cancelLabel={t`Don’t cancel`}
			isPending={cancel.isPending}
			onConfirm={() => void confirm()}
		>
			<TextArea
				label={t`Message to guests`}
				value={message}
				onChange={(change) => setMessage(change.target.value)}
				maxLength={1_000}
				isOptional
			/>
		</ConfirmDialog>
	);
}

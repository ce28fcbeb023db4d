import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { listDates } from '#shared/contracts/series.ts';
import { useMoveGuests, useMovePreview } from '../move-api.ts';

/** The way to moving the guests that are chosen, and the dialog once some are to be moved. */
export function MoveGuests(props: {
	event: PublicEvent;
	rows: Attendee[];
	chosen: ReadonlySet<string>;
	/** Who is being moved; `all`: everyone with a valid ticket. */
	moved: Attendee[] | 'all' | null;
	setChosen: (chosen: ReadonlySet<string>) => void;
	setMoved: (moved: Attendee[] | null) => void;
}) {
	const { event, moved, setMoved } = props;
	const chosen = props.rows.filter(({ id }) => props.chosen.has(id));
	return (
		<>
			{chosen.length > 0 ? (
				<Button variant="outline" className="self-start" onClick={() => setMoved(chosen)}>
					<Plural
						value={chosen.length}
						one="Move # guest to another date…"
						other="Move # guests to another date…"
					/>
				</Button>
			) : null}
			{moved ? (
				<MoveDialog
					event={event}
					guests={moved === 'all' ? null : moved}
					onMoved={() => props.setChosen(new Set())}
					onClose={() => setMoved(null)}
				/>
			) : null}
		</>
	);
}

/** Moves guests to another date of the series; says before how many places that date has. */
function MoveDialog(props: {
	event: PublicEvent;
	/** Null: all that have a valid ticket. */
	guests: Attendee[] | null;
	onMoved: () => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const showError = useErrorToast();
	const { event, guests, onClose } = props;
	const [toEvent, setToEvent] = useState('');
	const [notify, setNotify] = useState(true);
	const [note, setNote] = useState('');
	const dates = useApiQuery(listDates, ['series', event.series?.id, 'dates'], {
		params: { series: event.series?.id ?? '' },
		query: { limit: '400' },
	});
	const chosen = { toEvent, ...(guests && { attendeeIds: guests.map(({ id }) => id) }) };
	const preview = useMovePreview(event.id, chosen);
	const move = useMoveGuests(event.id);
	const others = (dates.data?.data ?? []).filter(
		({ id, status, endsAt }) => id !== event.id && status === 'published' && Date.parse(endsAt) > Date.now(),
	);
	const blocker = preview.data?.problem ?? null;
	const only = guests?.length === 1 ? guests[0] : undefined;

	async function confirm() {
		try {
			const { moved } = await move.mutateAsync({ ...chosen, notify, note: notify ? note : '' });
			toast({
				variant: 'success',
				description: moved === 1 ? t`1 guest moved` : t`${moved} guests moved`,
			});
			props.onMoved();
			onClose();
		} catch (error) {
			showError(error);
		}
	}

	return (
		<Dialog
			isOpen
			onClose={onClose}
			size="sm"
			isDismissable={!move.isPending}
			title={only ? t`Move ${only.name} to another date` : t`Move guests to another date`}
			description={t`They get new tickets for that date; their old ones stop working. Move them back to undo it.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={move.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button
						isLoading={move.isPending}
						isDisabled={!preview.data || blocker !== null}
						onClick={() => void confirm()}
					>
						{preview.data && !blocker ? (
							<Plural value={preview.data.moved} one="Move # guest" other="Move # guests" />
						) : (
							<Trans>Move guests</Trans>
						)}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4 text-sm">
				{dates.error && !dates.data ? <ErrorCallout error={dates.error} onRetry={dates.refetch} /> : null}
				{dates.isPending ? <Spinner size={24} /> : null}
				{dates.data && others.length === 0 ? (
					<Callout tone="info" title={t`No other date ahead`}>
						<Trans>Publish another date of this series first.</Trans>
					</Callout>
				) : null}
				{others.length > 0 ? (
					<Select
						label={t`Date`}
						placeholder={t`Choose a date`}
						value={toEvent}
						onChange={({ target }) => setToEvent(target.value)}
						options={others.map(({ id, startsAt, timeZone, isSoldOut }) => {
							const day = formats.dateTime(startsAt, timeZone);
							return { value: id, label: isSoldOut ? t`${day} (sold out)` : day };
						})}
					/>
				) : null}
				<div aria-live="polite">
					{preview.isFetching ? (
						<Spinner size={24} />
					) : blocker ? (
						<Callout tone="warning" title={t`Can’t move them there`}>
							{blocker}
						</Callout>
					) : preview.data ? (
						<p>
							{preview.data.left === null ? (
								<Trans>That date has room for them.</Trans>
							) : (
								<Plural
									value={preview.data.left}
									one="# spot is left on that date."
									other="# spots are left on that date."
								/>
							)}
						</p>
					) : null}
					{preview.error ? <ErrorCallout error={preview.error} onRetry={preview.refetch} /> : null}
				</div>
				<Notice {...{ notify, note, setNotify, setNote }} />
			</div>
		</Dialog>
	);
}

/** Whether guests are emailed, and with which words. */
function Notice(props: {
	notify: boolean;
	note: string;
	setNotify: (notify: boolean) => void;
	setNote: (note: string) => void;
}) {
	const { t } = useLingui();
	return (
		<>
			<Checkbox
				label={t`Email them their new tickets`}
				checked={props.notify}
				onChange={({ target }) => props.setNotify(target.checked)}
			/>
			{props.notify ? (
				<TextArea
					label={t`Note to guests`}
					isOptional
					rows={3}
					maxLength={1_000}
					value={props.note}
					onChange={({ target }) => props.setNote(target.value)}
				/>
			) : null}
		</>
	);
}

import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FileUp, ListFilter, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { countFilters, noFilters, useGuestActions, useGuests } from '#app/features/attendees/api.ts';
import { useCheckInLists, useFigures, useLiveEvent } from '#app/features/check-in/organiser-api.ts';
import type { AnswersSaver } from '#app/features/questions/components/guest-answers.tsx';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { Route } from './+types/event-guests';

const GuestTable = lazyPart(
	() => import('#app/features/attendees/components/guest-table.tsx').then((module) => module.GuestTable),
	<RouteSkeleton />,
);

const GuestListMenu = lazyPart(
	() =>
		import('#app/features/attendees/components/guest-list-menu.tsx').then((module) => module.GuestListMenu),
	<span className="size-11" />,
);

const GuestFilters = lazyDialog(() =>
	import('#app/features/attendees/components/guest-filters.tsx').then((module) => module.GuestFilters),
);

const GuestDialog = lazyDialog(() =>
	import('#app/features/attendees/components/guest-dialog.tsx').then((module) => module.GuestDialog),
);

const GuestAnswers = lazyDialog(() =>
	import('#app/features/questions/components/guest-answers.tsx').then((module) => module.GuestAnswers),
);

const EraseDialog = lazyDialog(() =>
	import('#app/features/attendees/components/erase-dialog.tsx').then((module) => module.EraseDialog),
);

const MoveGuests = lazyDialog(() =>
	import('#app/features/attendees/components/move-dialog.tsx').then((module) => module.MoveGuests),
);

const RefundTicket = lazyDialog(() =>
	import('#app/features/orders-admin/components/refund-ticket.tsx').then((module) => module.RefundTicket),
);

const CancelTicket = lazyDialog(() =>
	import('#app/features/attendees/components/cancel-ticket.tsx').then((module) => module.CancelTicket),
);

export default function EventGuestsPage({ params }: Route.ComponentProps) {
	return (
		<EventWorkspace event={params.event} title={msg`Guests`}>
			{(event) => <Guests event={event} />}
		</EventWorkspace>
	);
}

const importPath = (event: PublicEvent) => `/events/${event.id}/guests/import`;

function Guests({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const [filters, setFilters] = useUrlFilters(noFilters);
	const guests = useGuests(event.id, filters);
	const types = useTicketTypes(event.id);
	const lists = useCheckInLists(event.id);
	const actions = useGuestActions(event.id);
	const [isFiltering, setFiltering] = useState(false);
	const [edited, setEdited] = useState<Attendee | 'new' | null>(null);
	const asking = useGuestDialogs(event, actions);
	const answers = useRef<AnswersSaver>(null);
	useLiveEvent(event.id);
	const rows = guests.data ?? [];
	const narrowings = countFilters(filters);
	const mayEdit = event.organisation?.permissions.includes('attendees.edit') ?? false;
	const moving = useMoving(event, rows);
	const act = useAttempt();

	return (
		<section className="flex flex-col gap-4" aria-label={t`Guest list`}>
			<div className="flex flex-wrap items-center gap-2">
				<DebouncedSearchField
					label={t`Search guests`}
					placeholder={t`Search name, email or order`}
					className="flex-1 basis-full md:basis-56"
					q={filters.q}
					onSearch={(q) => setFilters({ q })}
				/>
				<Button variant="outline" icon={ListFilter} aria-haspopup="dialog" onClick={() => setFiltering(true)}>
					{narrowings > 0 ? t`Filter (${narrowings})` : t`Filter`}
				</Button>
				<div className="ms-auto flex gap-2">
					{mayEdit ? (
						<Button icon={UserPlus} onClick={() => setEdited('new')}>
							{t`Add guest`}
						</Button>
					) : null}
					<GuestListMenu event={event} filters={filters} mayEdit={mayEdit} onMoveAll={moving.onMoveAll} />
				</div>
			</div>
			<GuestCount event={event} />
			{moving.part}
			<div className="rounded-lg border border-hairline bg-surface">
				<GuestTable
					event={event}
					guests={rows}
					isLoading={guests.isPending}
					empty={
						<NoGuests
							guests={guests}
							onClear={narrowings > 0 || filters.q ? () => setFilters(noFilters) : null}
							importPath={mayEdit ? importPath(event) : null}
							onAdd={() => setEdited('new')}
						/>
					}
					onEdit={setEdited}
					{...moving.ofTable}
					onCancel={asking.cancel}
					onErase={asking.erase}
					onRefund={asking.refund}
					isPaid={isPaidTicket(types.data?.data ?? [])}
					onResend={(guest) =>
						void act(actions.resend.mutateAsync(guest.id), t`Resending ${guest.name}’s ticket`)
					}
					onCheckIn={(guest) => void act(actions.checkIn.mutateAsync(guest.id), t`${guest.name} checked in`)}
					onUndo={(guest) => void act(actions.undo.mutateAsync(guest.id), t`Check-in undone`)}
				/>
			</div>
			<ShowMore
				{...moreOf(guests)}
				status={rows.length > 0 && <Plural value={rows.length} one="# guest shown" other="# guests shown" />}
			/>
			{isFiltering ? (
				<GuestFilters
					filters={filters}
					lists={lists.data?.data ?? []}
					ticketTypes={types.data?.data ?? []}
					onChange={setFilters}
					onClose={() => setFiltering(false)}
				/>
			) : null}
			{edited ? (
				<GuestDialog
					guest={edited === 'new' ? null : edited}
					event={event}
					ticketTypes={types.data?.data ?? []}
					actions={actions}
					answers={
						edited === 'new' ? undefined : (
							<GuestAnswers
								key={edited.id}
								event={event.id}
								attendee={edited.id}
								mayEdit={mayEdit}
								saver={answers}
							/>
						)
					}
					saveAnswers={async () => (await answers.current?.save()) ?? true}
					onClose={() => {
						setEdited(null);
						actions.add.reset();
						actions.update.reset();
					}}
				/>
			) : null}
			{asking.dialogs}
		</section>
	);
}

/** Moving guests to another date, where the event is one of a series. */
function useMoving(event: PublicEvent, rows: Attendee[]) {
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const [search] = useSearchParams();
	const can = event.series !== null && event.organisation?.permissions.includes('attendees.edit');
	/** Who is being moved; `all`: everyone with a valid ticket, as a link may ask. */
	const [moved, setMoved] = useState<Attendee[] | 'all' | null>(
		can && search.get('move') === 'all' ? 'all' : null,
	);
	return {
		onMoveAll: can ? () => setMoved('all') : null,
		ofTable: {
			onMove: can ? (guest: Attendee) => setMoved([guest]) : null,
			selection: can ? { keys: chosen, onChange: setChosen } : undefined,
		},
		part:
			moved || chosen.size > 0 ? (
				<MoveGuests {...{ event, rows, chosen, moved, setChosen, setMoved }} />
			) : null,
	};
}

/** How many there are in all and how many of them are in, whatever the list is narrowed to. Its room is there before it. */
function GuestCount({ event }: { event: PublicEvent }) {
	const formats = useFormats();
	const seesDoor = event.organisation?.permissions.includes('check_ins.view') ?? false;
	const { data } = useFigures(event.id, { enabled: seesDoor });
	if (!seesDoor) return null;
	return (
		<p className="min-h-[1lh] text-sm text-muted tabular-nums">
			{data ? (
				<>
					<Plural value={data.confirmed} one="# guest" other="# guests" />
					{' · '}
					<Trans>{formats.number(data.checkedIn)} in</Trans>
				</>
			) : null}
		</p>
	);
}

/** Guests of a priced ticket type who bought it themselves; what was really paid, its order says. */
const isPaidTicket = (types: readonly TicketType[]) => {
	const priced = new Set(types.filter(({ kind }) => kind !== 'free').map(({ id }) => id));
	return ({ status, source, ticketTypeId }: Attendee) =>
		status === 'active' && source !== 'manual' && source !== 'import' && priced.has(ticketTypeId);
};

/** The dialogs that take something back: a ticket, its money or a guest's personal data. */
function useGuestDialogs(
	event: PublicEvent,
	{ cancel, erase }: Pick<ReturnType<typeof useGuestActions>, 'cancel' | 'erase'>,
) {
	const { event: key = event.id } = useParams();
	const [cancelled, setCancelled] = useState<Attendee | null>(null);
	const [erased, setErased] = useState<Attendee | null>(null);
	const [refunded, setRefunded] = useState<Attendee | null>(null);
	const { confirmed, dialog } = useConfirmed();
	const dialogs = (
		<>
			{cancelled ? (
				<CancelTicket
					guest={cancelled}
					isSandbox={event.isSandbox}
					cancel={cancel}
					onClose={() => setCancelled(null)}
				/>
			) : null}
			{erased ? (
				<EraseDialog
					event={event.id}
					guest={erased}
					erase={erase}
					confirmed={confirmed}
					onClose={() => setErased(null)}
				/>
			) : null}
			{refunded ? (
				<RefundTicket
					event={event.id}
					isSandbox={event.isSandbox}
					order={refunded.orderId}
					orderPath={`/events/${key}/orders/${refunded.orderId}`}
					ticket={refunded.id}
					confirmed={confirmed}
					onClose={() => setRefunded(null)}
				/>
			) : null}
			{dialog}
		</>
	);
	return { cancel: setCancelled, erase: setErased, refund: setRefunded, dialogs };
}

/** In place of the rows: the list failed, nobody matches, or nobody is there yet. */
function NoGuests(props: {
	guests: ReturnType<typeof useGuests>;
	/** Null: nothing narrows the list. */
	onClear: (() => void) | null;
	/** Null: the viewer may not add guests. */
	importPath: string | null;
	onAdd: () => void;
}) {
	const { t } = useLingui();
	if (props.guests.isError)
		return (
			<EmptyState
				title={t`Couldn’t load the guest list.`}
				action={<Button onClick={() => void props.guests.refetch()}>{t`Try again`}</Button>}
			/>
		);
	if (props.onClear)
		return (
			<EmptyState
				title={t`No matching guests`}
				action={
					<Button variant="outline" onClick={props.onClear}>
						{t`Clear filters`}
					</Button>
				}
			/>
		);
	return (
		<EmptyState
			drawing="chair"
			title={t`No guests yet`}
			description={
				props.importPath
					? t`Share your event, import a list or add guests manually.`
					: t`Guests appear here as they register.`
			}
			action={
				props.importPath ? (
					<div className="flex flex-wrap justify-center gap-2">
						<ButtonLink to={props.importPath} variant="outline" icon={FileUp}>
							{t`Import`}
						</ButtonLink>
						<Button icon={UserPlus} onClick={props.onAdd}>
							{t`Add guest`}
						</Button>
					</div>
				) : null
			}
		/>
	);
}

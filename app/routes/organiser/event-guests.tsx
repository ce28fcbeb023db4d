import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FileUp, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCheckInLists } from '#app/features/check-in/door-desk-api.ts';
import {
	downloadGuests,
	type GuestListFilters,
	noFilters,
	useGuestActions,
	useGuests,
	useLiveEvent,
	useTicketTypes,
} from '#app/features/check-in/guests-api.ts';
import type { AnswersSaver } from '#app/features/questions/components/guest-answers.tsx';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { late, lateDialog } from '#app/shell/late.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Route } from './+types/event-guests';

const GuestTable = late(() =>
	import('#app/features/check-in/components/guest-table.tsx').then((module) => module.GuestTable),
);

const GuestDialog = lateDialog(() =>
	import('#app/features/check-in/components/guest-dialog.tsx').then((module) => module.GuestDialog),
);

const GuestAnswers = lateDialog(() =>
	import('#app/features/questions/components/guest-answers.tsx').then((module) => module.GuestAnswers),
);

const SEARCH_PAUSE_MS = 150;
const EXPORT_FORMAT = 'foyer.export-format';

export default function EventGuestsPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<EventWorkspace event={params.event} title={t`Guests`}>
			{(event) => <Guests event={event} />}
		</EventWorkspace>
	);
}

/** The filters live in the address, so that a narrowed list can be shared and the back button is right. */
function useFilters(): [GuestListFilters, (change: Partial<GuestListFilters>) => void] {
	const [search, setSearch] = useSearchParams();
	const filters = { ...noFilters };
	for (const name of Object.keys(noFilters) as (keyof GuestListFilters)[]) {
		const value = search.get(name);
		if (value) filters[name] = value as never;
	}
	return [
		filters,
		(change) => {
			const next = Object.entries({ ...filters, ...change }).filter(
				([name, value]) => value !== noFilters[name as keyof GuestListFilters],
			);
			setSearch(new URLSearchParams(next), { replace: true, preventScrollReset: true });
		},
	];
}

function Guests({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const [filters, setFilters] = useFilters();
	const guests = useGuests(event.id, filters);
	const types = useTicketTypes(event.id);
	const lists = useCheckInLists(event.id);
	const actions = useGuestActions(event.id);
	const [edited, setEdited] = useState<Attendee | 'new' | null>(null);
	const [cancelled, setCancelled] = useState<Attendee | null>(null);
	const answers = useRef<AnswersSaver>(null);
	useLiveEvent(event.id);
	const rows = guests.data?.pages.flatMap((page) => page.data) ?? [];
	const isNarrowed = JSON.stringify(filters) !== JSON.stringify(noFilters);
	const mayEdit = event.organisation?.permissions.includes('attendees.edit') ?? false;

	/** Does it and says so; a refusal says why. */
	async function act(work: Promise<unknown>, done: string) {
		try {
			await work;
			toast({ variant: 'success', description: done });
		} catch (error) {
			toast({
				variant: 'destructive',
				description: error instanceof AppError ? error.userMessage : t`Something went wrong. Try again.`,
			});
		}
	}

	return (
		<section className="flex flex-col gap-4" aria-label={t`Guest list`}>
			<div className="flex flex-wrap items-end gap-3">
				<GuestSearch q={filters.q} onChange={(q) => setFilters({ q })} />
				<Select
					label={t`State`}
					isLabelHidden
					value={filters.status}
					onChange={(change) => setFilters({ status: change.target.value as GuestListFilters['status'] })}
					options={[
						{ value: '', label: t`All states` },
						{ value: 'active', label: t`Going` },
						{ value: 'held', label: t`Held` },
						{ value: 'cancelled', label: t`Cancelled` },
					]}
				/>
				<Select
					label={t`Check-in`}
					isLabelHidden
					value={filters.checkedIn}
					onChange={(change) =>
						setFilters({ checkedIn: change.target.value as GuestListFilters['checkedIn'] })
					}
					options={[
						{ value: '', label: t`In or not` },
						{ value: 'true', label: t`Checked in` },
						{ value: 'false', label: t`Not yet in` },
					]}
				/>
				{(lists.data?.data.length ?? 0) > 1 ? (
					<Select
						label={t`Checked in at`}
						isLabelHidden
						value={filters.listId}
						onChange={(change) => setFilters({ listId: change.target.value })}
						options={[
							{ value: '', label: t`At any list` },
							...(lists.data?.data ?? []).map((list) => ({ value: list.id, label: list.name })),
						]}
					/>
				) : null}
				{(types.data?.data.length ?? 0) > 1 ? (
					<Select
						label={t`Ticket type`}
						isLabelHidden
						value={filters.ticketTypeId}
						onChange={(change) => setFilters({ ticketTypeId: change.target.value })}
						options={[
							{ value: '', label: t`All tickets` },
							...(types.data?.data ?? []).map((type) => ({ value: type.id, label: type.name })),
						]}
					/>
				) : null}
				<Select
					label={t`Order of the list`}
					isLabelHidden
					value={filters.sort}
					onChange={(change) => setFilters({ sort: change.target.value as GuestListFilters['sort'] })}
					options={[
						{ value: 'newest', label: t`Newest first` },
						{ value: 'name', label: t`By name` },
					]}
				/>
				<div className="ms-auto flex flex-wrap gap-2">
					<ExportButtons event={event} filters={filters} />
					{mayEdit ? (
						<>
							<ButtonLink to={`/events/${event.id}/guests/import`} variant="outline" icon={FileUp}>
								{t`Import`}
							</ButtonLink>
							<Button icon={UserPlus} onClick={() => setEdited('new')}>
								{t`Add guest`}
							</Button>
						</>
					) : null}
				</div>
			</div>
			<div className="rounded-lg border border-hairline bg-surface">
				<GuestTable
					event={event}
					guests={rows}
					isLoading={guests.isPending}
					empty={
						guests.isError ? (
							<EmptyState
								title={t`The list could not be read.`}
								action={<Button onClick={() => void guests.refetch()}>{t`Try again`}</Button>}
							/>
						) : isNarrowed ? (
							<EmptyState
								title={t`Nobody matches.`}
								action={
									<Button variant="outline" onClick={() => setFilters(noFilters)}>
										{t`Show everybody`}
									</Button>
								}
							/>
						) : (
							<EmptyState
								drawing="chair"
								title={t`Guests appear here as they register.`}
								description={t`Share the event's page, bring in a list you have, or add people by hand.`}
								action={mayEdit ? <Button onClick={() => setEdited('new')}>{t`Add guest`}</Button> : null}
							/>
						)
					}
					onEdit={setEdited}
					onCancel={setCancelled}
					onResend={(guest) => void act(actions.resend.mutateAsync(guest.id), t`The ticket is on its way.`)}
					onCheckIn={(guest) =>
						void act(actions.checkIn.mutateAsync(guest.id), t`${guest.name} is checked in.`)
					}
					onUndo={(guest) => void act(actions.undo.mutateAsync(guest.id), t`Undone.`)}
				/>
			</div>
			<ShowMore
				hasMore={guests.hasNextPage}
				isLoading={guests.isFetchingNextPage}
				onMore={() => void guests.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
			{edited ? (
				<GuestDialog
					guest={edited === 'new' ? null : edited}
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
			<ConfirmDialog
				isOpen={cancelled !== null}
				onClose={() => setCancelled(null)}
				title={t`Cancel the ticket of ${cancelled?.name ?? ''}?`}
				description={
					hasEmail
						? t`Frees the spot and invalidates the ticket. We’ll email the guest.`
						: t`Frees the spot and invalidates the ticket. Email isn’t set up, so the guest isn’t notified.`
				}
				confirmLabel={t`Cancel ticket`}
				cancelLabel={t`Keep it`}
				isPending={actions.cancel.isPending}
				onConfirm={() => {
					if (!cancelled) return;
					void act(
						actions.cancel.mutateAsync({ id: cancelled.id, notify: true }),
						t`The ticket of ${cancelled.name} is cancelled.`,
					).then(() => setCancelled(null));
				}}
			/>
		</section>
	);
}

/** Asks after a pause in typing; the address follows. */
function GuestSearch({ q, onChange }: { q: string; onChange: (q: string) => void }) {
	const { t } = useLingui();
	const [typed, setTyped] = useState(q);
	useEffect(() => {
		if (typed === q) return;
		const timer = setTimeout(() => onChange(typed), SEARCH_PAUSE_MS);
		return () => clearTimeout(timer);
	});
	return (
		<SearchField
			label={t`Search guests`}
			placeholder={t`Name, email or order`}
			className="min-w-56 flex-1 basis-56"
			value={typed}
			onChange={(event) => setTyped(event.target.value)}
		/>
	);
}

/** One click exports; the button remembers which kind of file was wanted last. */
function ExportButtons({ event, filters }: { event: PublicEvent; filters: GuestListFilters }) {
	const { t } = useLingui();
	const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
	const [isRunning, setRunning] = useState(false);
	useEffect(() => {
		if (localStorage.getItem(EXPORT_FORMAT) === 'xlsx') setFormat('xlsx');
	}, []);
	if (!event.organisation?.permissions.includes('attendees.export')) return null;
	async function run() {
		setRunning(true);
		try {
			await downloadGuests(event.id, filters, format);
		} catch (error) {
			toast({
				variant: 'destructive',
				description:
					error instanceof AppError ? error.userMessage : t`The file could not be made. Try again.`,
			});
		} finally {
			setRunning(false);
		}
	}
	return (
		<div className="flex">
			<Button
				variant="outline"
				icon={Download}
				isLoading={isRunning}
				className="rounded-e-none"
				onClick={() => void run()}
			>
				<Trans>Export</Trans>
			</Button>
			<Select
				label={t`Kind of file`}
				isLabelHidden
				className="-ms-px w-24"
				value={format}
				onChange={(change) => {
					const next = change.target.value === 'xlsx' ? 'xlsx' : 'csv';
					setFormat(next);
					localStorage.setItem(EXPORT_FORMAT, next);
				}}
				options={[
					{ value: 'csv', label: 'CSV' },
					{ value: 'xlsx', label: 'XLSX' },
				]}
			/>
		</div>
	);
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { waitlistEntryStates } from '#shared/rules/waitlist.ts';
import { useWaitlist, useWaitlistActions, useWaitlistFigures, type WaitlistFilters } from '../api.ts';
import type { DialogRequest } from './entry-dialogs.tsx';
import { WaitlistSettings } from './waitlist-settings.tsx';
import { useStateLabels, WaitlistTable } from './waitlist-table.tsx';

const EntryDialog = lazyDialog(() => import('./entry-dialogs.tsx').then((module) => module.EntryDialog));

const noFilters: WaitlistFilters = { state: '' };

const isKnown = (_: string, value: string) => (waitlistEntryStates as readonly string[]).includes(value);

/** The waitlist of an event: how it works, how many wait, and who in which order. */
export function WaitlistScreen({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const { event: key = event.id } = useParams();
	const [filters, setFilters] = useUrlFilters(noFilters, isKnown);
	const entries = useWaitlist(event.id, filters);
	const actions = useWaitlistActions(event.id);
	const labels = useStateLabels();
	const [requested, setRequested] = useState<DialogRequest | null>(null);
	const rows = entries.data ?? [];
	const permissions = event.organisation?.permissions ?? [];
	return (
		<div className="flex flex-col gap-6">
			<WaitlistSettings event={event} />
			<Figures event={event} />
			<section className="flex flex-col gap-4" aria-label={t`Waitlist entries`}>
				<Select
					label={t`Status`}
					isLabelHidden
					value={filters.state}
					onChange={(change) => setFilters({ state: change.target.value as WaitlistFilters['state'] })}
					options={[
						{ value: '', label: t`In line` },
						...waitlistEntryStates.map((state) => ({ value: state, label: labels[state][1] })),
					]}
					className="max-w-60"
				/>
				<div className="rounded-lg border border-hairline bg-surface">
					<WaitlistTable
						entries={rows}
						timeZone={event.timeZone}
						orders={`/events/${key}/orders`}
						isLoading={entries.isPending}
						onAsk={permissions.includes('orders.manage') ? setRequested : undefined}
						empty={
							entries.isError ? (
								<EmptyState
									title={t`Couldn’t load the waitlist.`}
									action={<Button onClick={() => void entries.refetch()}>{t`Try again`}</Button>}
								/>
							) : filters.state ? (
								<EmptyState
									title={t`No matching entries`}
									action={
										<Button variant="outline" onClick={() => setFilters(noFilters)}>
											{t`Clear filters`}
										</Button>
									}
								/>
							) : (
								<EmptyState
									drawing="ticket"
									title={t`No entries yet`}
									description={t`When tickets are sold out, guests join the waitlist on the event page.`}
									action={
										<ButtonLink to={`/events/${key}/tickets`} variant="outline">
											{t`Edit tickets`}
										</ButtonLink>
									}
								/>
							)
						}
					/>
				</div>
				<ShowMore
					{...moreOf(entries)}
					status={
						rows.length > 0 && <Plural value={rows.length} one="# entry shown" other="# entries shown" />
					}
				/>
			</section>
			<p className="text-sm text-muted">
				<Link to="/help/waitlist" className="link">
					<Trans>How the waitlist works</Trans>
				</Link>
			</p>
			{requested ? (
				<EntryDialog
					requested={requested}
					hours={event.waitlistOfferHours}
					actions={actions}
					onClose={() => setRequested(null)}
				/>
			) : null}
		</div>
	);
}

/** Who waits, and what is available for them. */
function Figures({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { data } = useWaitlistFigures(event.id);
	const count = (value: number | undefined) => (value === undefined ? null : formats.number(value));
	const saved = data?.savedPlaces ?? 0;
	const hasResale = event.resaleRules !== null || (data?.resaleTickets ?? 0) > 0;
	return (
		<>
			<div className={`grid gap-3 ${hasResale ? 'sm:grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-3'}`}>
				<StatTile label={t`Waiting`} value={count(data?.waiting.entries)} />
				<StatTile label={t`Tickets they wait for`} value={count(data?.waiting.tickets)} />
				<StatTile
					label={t`Available for the waitlist`}
					value={count(data?.savedPlaces)}
					definition={t`Held back for the waitlist and not offered yet.`}
				/>
				{hasResale ? (
					<StatTile
						label={t`Offered by guests`}
						value={count(data?.resaleTickets)}
						definition={t`Guests sell these tickets to the next in line, for what they paid.`}
					/>
				) : null}
			</div>
			{event.waitlistMode === 'manual' && saved > 0 && (data?.waiting.entries ?? 0) > 0 ? (
				<Callout
					tone="warning"
					title={<Plural value={saved} one="# ticket is available" other="# tickets are available" />}
				>
					<Trans>Offer it to the first in line: they are waiting for you.</Trans>
				</Callout>
			) : null}
		</>
	);
}

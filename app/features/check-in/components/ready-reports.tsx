import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { ReadTrouble } from '#app/shell/read-trouble.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { listOrganisationEvents } from '#shared/contracts/event-lists.ts';
import type { EventCard } from '#shared/contracts/events.ts';
import { can } from '#shared/rules/permissions.ts';
import { downloadGuests, type GuestListFilters, noFilters } from '../guests-api.ts';

const MOST_EVENTS = '100';

/** Ready-made reports of one event, each a file. */
export function ReadyReports({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const formats = useFormats();
	const organisations = user.organisations
		.filter(({ role }) => can(role, 'attendees.export'))
		.map(({ id }) => id);
	const events = useQuery({
		queryKey: ['reported-events', organisations],
		queryFn: async ({ signal }) => {
			const pages = await Promise.all(
				organisations.map((organisation) =>
					api.call(listOrganisationEvents, {
						params: { organisation },
						query: { view: 'all', limit: MOST_EVENTS },
						signal,
					}),
				),
			);
			return pages.flatMap((page) => page.data).sort((a, b) => b.startsAt.localeCompare(a.startsAt));
		},
	});
	const [id, setId] = useState('');
	if (organisations.length === 0 && user.organisations.length > 0) {
		return (
			<Callout tone="neutral">{t`Your role in the organisation does not take guest lists along.`}</Callout>
		);
	}
	const error = readError(events);
	if (error) return <ReadTrouble error={error} onRetry={events.refetch} />;
	if (!events.data) return <Skeleton className="h-80" />;
	const event = events.data.find((one) => one.id === id) ?? events.data[0];
	if (!event) {
		return (
			<EmptyState
				drawing="calendar"
				title={t`Reports are made of your events: create the first one.`}
				action={<ButtonLink to="/create-event">{t`Create Event`}</ButtonLink>}
			/>
		);
	}
	return (
		<div className="flex flex-col gap-6">
			<Select
				label={t`Event`}
				className="max-w-xl"
				value={event.id}
				onChange={(change) => setId(change.target.value)}
				options={events.data.map((one) => ({
					value: one.id,
					label: `${one.title} · ${formats.date(one.startsAt, one.timeZone)}`,
				}))}
			/>
			<Reports event={event} />
		</div>
	);
}

function Reports({ event }: { event: EventCard }) {
	const { t } = useLingui();
	const reports: [id: string, title: string, what: string, filters: Partial<GuestListFilters>][] = [
		[
			'all',
			t`Guest list`,
			t`Every guest with ticket type, state and what is known of them, newest first.`,
			{},
		],
		[
			'door',
			t`Door list`,
			t`Who is expected, by name: to print, or for a door without a phone.`,
			{ status: 'active', sort: 'name' },
		],
		['came', t`Who came`, t`Guests who were checked in, with the time.`, { checkedIn: 'true', sort: 'name' }],
		[
			'missed',
			t`No-shows`,
			t`Guests with a place who have not been checked in.`,
			{ status: 'active', checkedIn: 'false', sort: 'name' },
		],
		['cancelled', t`Cancelled`, t`Who gave their place back, or lost it.`, { status: 'cancelled' }],
	];
	return (
		<section aria-label={t`Ready-made reports`} className="flex flex-col gap-3">
			<ul className="flex flex-col divide-y divide-hairline rounded-lg border bg-surface">
				{reports.map(([id, title, what, filters]) => (
					<Report key={id} event={event.id} title={title} what={what} filters={filters} />
				))}
			</ul>
			<p className="text-sm text-muted">
				<Trans>
					For a list of your own, search and filter the{' '}
					<Link to={`/events/${event.slug}/guests`} className="link">
						guests of this event
					</Link>
					: its file holds what you see there.
				</Trans>
			</p>
		</section>
	);
}

function Report(props: { event: string; title: string; what: string; filters: Partial<GuestListFilters> }) {
	const { event, title, what, filters } = props;
	const { t } = useLingui();
	const errorText = useErrorText();
	const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null);
	async function fetchFile(format: 'csv' | 'xlsx') {
		setBusy(format);
		try {
			await downloadGuests(event, { ...noFilters, ...filters }, format);
		} catch (error) {
			toast({ variant: 'destructive', title: t`Not fetched`, description: errorText(error) });
		} finally {
			setBusy(null);
		}
	}
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
			<div className="min-w-0 flex-1 basis-64">
				<h2 className="font-semibold">{title}</h2>
				<p className="text-compact text-muted">{what}</p>
			</div>
			<div className="flex flex-wrap gap-2">
				{(['csv', 'xlsx'] as const).map((format) => {
					const kind = format === 'csv' ? 'CSV' : 'Excel';
					return (
						<Button
							key={format}
							size="sm"
							variant="outline"
							icon={Download}
							isLoading={busy === format}
							isDisabled={busy !== null && busy !== format}
							aria-label={t`${title} as ${kind}`}
							onClick={() => void fetchFile(format)}
						>
							{kind}
						</Button>
					);
				})}
			</div>
		</li>
	);
}

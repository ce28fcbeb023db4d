import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { useMemberEvents } from '#app/shell/member-events.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { EventCard } from '#shared/contracts/events.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { downloadGuests, type GuestListFilters, noFilters } from '../api.ts';

/** Ready-made reports of one event, each a file. */
export function ReadyReports({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { events, ...list } = useMemberEvents('all', 'attendees.export');
	const [id, setId] = useState('');
	if (
		user.organisations.length > 0 &&
		!user.organisations.some((one) => memberCan(one, 'attendees.export'))
	) {
		return <Callout tone="neutral">{t`Your role can’t download guest lists.`}</Callout>;
	}
	const error = readError({ data: events, error: list.error });
	if (error) return <ErrorCallout error={error} onRetry={list.refetch} />;
	if (!events) return <Skeleton className="h-80" />;
	const event = events.find((one) => one.id === id) ?? events[0];
	if (!event) {
		return (
			<EmptyState
				drawing="calendar"
				title={t`No events yet`}
				description={t`Create an event to download its reports.`}
				action={<ButtonLink to="/create-event">{t`Create Event`}</ButtonLink>}
			/>
		);
	}
	return (
		<div className="flex flex-col gap-6">
			<div className="flex max-w-xl flex-col items-start gap-2">
				<Select
					label={t`Event`}
					className="w-full"
					value={event.id}
					onChange={(change) => setId(change.target.value)}
					options={events.map((one) => ({
						value: one.id,
						label: `${one.title} · ${formats.date(one.startsAt, one.timeZone)}`,
					}))}
				/>
				{list.hasNextPage ? (
					<Button
						size="sm"
						variant="outline"
						isLoading={list.isFetchingNextPage}
						onClick={() => void list.fetchNextPage()}
					>
						{t`Load earlier events`}
					</Button>
				) : null}
			</div>
			<Reports event={event} />
		</div>
	);
}

function Reports({ event }: { event: EventCard }) {
	const { t } = useLingui();
	const reports: [id: string, title: string, what: string, filters: Partial<GuestListFilters>][] = [
		['all', t`Guest list`, t`All guests with ticket, status and answers, newest first.`, {}],
		[
			'expected',
			t`Expected guests`,
			t`Guests with a valid ticket, by name. Print it as a backup for check-in.`,
			{ status: 'active', sort: 'name' },
		],
		[
			'attended',
			t`Attended`,
			t`Checked-in guests with their check-in time.`,
			{ checkedIn: 'true', sort: 'name' },
		],
		[
			'missing',
			t`Not checked in`,
			t`Guests with a valid ticket who haven’t checked in.`,
			{ status: 'active', checkedIn: 'false', sort: 'name' },
		],
		[
			'cancelled',
			t`Cancelled guests`,
			t`Guests who cancelled, or whose ticket was cancelled.`,
			{ status: 'cancelled' },
		],
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
					Need something else? Search and filter the{' '}
					<Link to={`/events/${event.slug}/guests`} className="link">
						guest list
					</Link>
					. Its export contains what you filtered.
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
			toast({ variant: 'destructive', title: t`Download failed`, description: errorText(error) });
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

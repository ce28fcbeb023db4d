import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type MailFilters, useMails } from '#app/features/admin/api.ts';
import { MailStatus, useMailStatusLabels } from '#app/features/admin/components/mail-status.tsx';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Time } from '#app/ui/time.tsx';
import { mailStatuses, type OutboxMail } from '#shared/contracts/notifications.ts';

const MailSheet = lazyDialog(() =>
	import('#app/features/admin/components/mail-sheet.tsx').then((module) => module.MailSheet),
);

const SEARCH_PAUSE_MS = 200;

/** The filters live in the address, so that the back button is right. */
function useFilters(): [MailFilters, (change: Partial<MailFilters>) => void] {
	const [search, setSearch] = useSearchParams();
	const status = mailStatuses.find((one) => one === search.get('status')) ?? '';
	const filters: MailFilters = { status, q: search.get('q') ?? '' };
	return [
		filters,
		(change) => {
			const next = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== '');
			setSearch(new URLSearchParams(next), { replace: true, preventScrollReset: true });
		},
	];
}

export default function AdminMailsPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { hasEmail } = useSite();
	const words = useMailStatusLabels();
	const columns = useColumns();
	const [filters, setFilters] = useFilters();
	const [opened, setOpened] = useState<OutboxMail | null>(null);
	const mails = useMails(filters);
	const rows = mails.data ?? [];
	const isNarrowed = filters.status !== '' || filters.q !== '';

	return (
		<section className="flex flex-col gap-4" aria-label={t`Email outbox`}>
			<PageTitle title={t`Email outbox`} />
			{!hasEmail ? (
				<Callout tone="warning" title={t`Email isn’t set up: nothing is sent`}>
					<Trans>
						Emails wait here. Set SMTP_URL and restart the server; what is still needed is then sent
						automatically.
					</Trans>
				</Callout>
			) : null}
			<div className="flex flex-wrap items-end gap-3">
				<MailSearch q={filters.q} onChange={(q) => setFilters({ q })} />
				<Select
					label={t`Status`}
					isLabelHidden
					value={filters.status}
					onChange={(event) => setFilters({ status: event.target.value as MailFilters['status'] })}
					options={[
						{ value: '', label: t`All statuses` },
						...mailStatuses.map((status) => ({ value: status, label: words[status] })),
					]}
				/>
			</div>
			{mails.error ? (
				<Callout
					tone="danger"
					isUrgent
					action={<Button variant="outline" onClick={() => void mails.refetch()}>{t`Try again`}</Button>}
				>
					{errorText(mails.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Emails`}
					columns={columns}
					rows={rows}
					rowKey={(mail) => mail.id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={mails.isPending}
					empty={
						isNarrowed ? (
							<EmptyState
								title={t`No matching emails`}
								action={
									<Button variant="outline" onClick={() => setFilters({ status: '', q: '' })}>
										{t`Clear filters`}
									</Button>
								}
							/>
						) : (
							<EmptyState
								title={t`No emails yet`}
								description={t`Emails appear here with the first account or registration.`}
							/>
						)
					}
				/>
			</Card>
			<ShowMore
				hasMore={mails.hasNextPage}
				isLoading={mails.isFetchingNextPage}
				onMore={() => void mails.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
			<MailSheet mail={opened} onClose={() => setOpened(null)} />
		</section>
	);
}

function useColumns(): Column<OutboxMail>[] {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	return [
		{ id: 'status', header: t`Status`, cell: (mail) => <MailStatus status={mail.status} /> },
		{
			id: 'subject',
			header: t`Subject`,
			className: 'min-w-48 [overflow-wrap:anywhere]',
			cell: (mail) => <span dir="auto">{mail.subject || mail.template}</span>,
		},
		{
			id: 'recipient',
			header: t`To`,
			from: 'sm',
			className: '[overflow-wrap:anywhere]',
			cell: (mail) => mail.recipient,
		},
		{
			id: 'created',
			header: t`Created`,
			from: 'md',
			align: 'end',
			cell: (mail) => (
				<Time dateTime={mail.createdAt} exact={formats.dateTime(mail.createdAt, zone)}>
					{formats.relative(mail.createdAt)}
				</Time>
			),
		},
	];
}

/** Asks after a pause in typing; the address follows. */
function MailSearch({ q, onChange }: { q: string; onChange: (q: string) => void }) {
	const { t } = useLingui();
	const [typed, setTyped] = useState(q);
	useEffect(() => {
		if (typed === q) return;
		const timer = setTimeout(() => onChange(typed), SEARCH_PAUSE_MS);
		return () => clearTimeout(timer);
	});
	return (
		<SearchField
			label={t`Search emails`}
			placeholder={t`Email or subject`}
			className="min-w-56 flex-1 basis-56"
			value={typed}
			onChange={(event) => setTyped(event.target.value)}
		/>
	);
}

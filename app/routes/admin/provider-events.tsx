import { useLingui } from '@lingui/react/macro';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { EventReason, ProviderEventState } from '#app/features/admin/components/provider-event-state.tsx';
import { useProviderEvents } from '#app/features/admin/payments-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RelativeTime } from '#app/ui/time.tsx';
import type { ProviderEvent } from '#shared/contracts/admin-payments.ts';

const ProviderEventSheet = lazyDialog(() =>
	import('#app/features/admin/components/provider-event-sheet.tsx').then(
		(module) => module.ProviderEventSheet,
	),
);

/** What the payment provider said happened, and what came of it. */
export default function AdminProviderEventsPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Payment events`}
			filters={[
				{
					name: 'filter',
					label: t`Filter`,
					options: optionsOf({ waiting: t`Not settled`, unmatched: t`Unmatched`, all: t`All` }),
				},
			]}
			useRows={useProviderEvents}
			columns={useColumns()}
			empty={{
				title: t`Nothing is waiting`,
				description: t`Events of the payment provider are settled as they come. What could not be settled stays here.`,
				noMatch: t`No matching events`,
			}}
			sheet={(event, onClose) => <ProviderEventSheet event={event} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<ProviderEvent>[] {
	const { t } = useLingui();
	const formats = useFormats();
	return [
		{ id: 'state', header: t`Status`, cell: (event) => <ProviderEventState event={event} /> },
		{
			id: 'type',
			header: t`Event`,
			className: 'min-w-40 [overflow-wrap:anywhere]',
			cell: (event) => (
				<div className="flex flex-col gap-0.5">
					<span className="font-medium">{event.type}</span>
					<EventReason event={event} />
				</div>
			),
		},
		{
			id: 'organisation',
			header: t`Organisation`,
			from: 'md',
			cell: (event) => <span dir="auto">{event.organisationName ?? '–'}</span>,
		},
		{
			id: 'tries',
			header: t`Attempts`,
			from: 'sm',
			align: 'end',
			cell: (event) => formats.number(event.tries),
		},
		{
			id: 'received',
			header: t`Received`,
			from: 'sm',
			align: 'end',
			cell: (event) => <RelativeTime at={event.receivedAt} />,
		},
	];
}

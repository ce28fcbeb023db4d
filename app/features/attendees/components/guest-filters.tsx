import { useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/button.tsx';
import { Select, type SelectOption } from '#app/ui/select.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { CheckInList } from '#shared/contracts/door-lists.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { type GuestListFilters, noFilters } from '../api.ts';

/** Filters and order of the guest list, in a panel beside it; each change applies at once. */
export function GuestFilters(props: {
	filters: GuestListFilters;
	lists: CheckInList[];
	ticketTypes: TicketType[];
	onChange: (change: Partial<GuestListFilters>) => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { filters, lists, ticketTypes, onChange, onClose } = props;
	const choice = (name: keyof GuestListFilters, label: string, options: SelectOption[]) => (
		<Select
			label={label}
			value={filters[name]}
			onChange={(change) => onChange({ [name]: change.target.value })}
			options={options}
		/>
	);
	return (
		<Sheet
			isOpen
			onClose={onClose}
			title={t`Filter guests`}
			footer={
				<>
					<Button
						variant="outline"
						onClick={() => onChange({ ...noFilters, q: filters.q, sort: filters.sort })}
					>
						{t`Clear filters`}
					</Button>
					<Button onClick={onClose}>{t`Show guests`}</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				{choice('status', t`Status`, [
					{ value: '', label: t`All statuses` },
					{ value: 'active', label: t`Going` },
					{ value: 'held', label: t`Pending (in checkout)` },
					{ value: 'cancelled', label: t`Cancelled` },
				])}
				{choice('checkedIn', t`Check-in status`, [
					{ value: '', label: t`Any` },
					{ value: 'true', label: t`Checked in` },
					{ value: 'false', label: t`Not checked in` },
				])}
				{lists.length > 1
					? choice('listId', t`Check-in list`, [
							{ value: '', label: t`Any list` },
							...lists.map((list) => ({ value: list.id, label: list.name })),
						])
					: null}
				{ticketTypes.length > 1
					? choice('ticketTypeId', t`Ticket type`, [
							{ value: '', label: t`All ticket types` },
							...ticketTypes.map((type) => ({ value: type.id, label: type.name })),
						])
					: null}
				{choice('sort', t`Sort by`, [
					{ value: 'newest', label: t`Newest first` },
					{ value: 'name', label: t`Name` },
				])}
			</div>
		</Sheet>
	);
}

import { Ellipsis } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable, type Sort } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { VirtualList } from '#app/ui/virtual-list.tsx';
import { Row, Section } from './section.tsx';

const GUESTS = Array.from({ length: 10_000 }, (_, index) => ({
	id: String(index),
	name: ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Mary Allen Wilkes'][index % 4]!,
	email: `guest${index}@example.org`,
	ticket: ['Standard', 'Members'][index % 2]!,
	isIn: index % 3 === 0,
	paid: `€${(index % 7) * 12}.50`,
}));

const COLUMNS = [
	{
		id: 'name',
		header: 'Name',
		cell: (guest: (typeof GUESTS)[0]) => <span className="font-medium">{guest.name}</span>,
		isSortable: true,
	},
	{
		id: 'email',
		header: 'Email',
		cell: (guest: (typeof GUESTS)[0]) => guest.email,
		from: 'md' as const,
		isSortable: true,
	},
	{ id: 'ticket', header: 'Ticket', cell: (guest: (typeof GUESTS)[0]) => guest.ticket, from: 'sm' as const },
	{
		id: 'state',
		header: 'State',
		cell: (guest: (typeof GUESTS)[0]) =>
			guest.isIn ? (
				<StatusBadge tone="success">Checked In</StatusBadge>
			) : (
				<StatusBadge tone="pending">Expected</StatusBadge>
			),
	},
	{
		id: 'paid',
		header: 'Paid',
		cell: (guest: (typeof GUESTS)[0]) => guest.paid,
		align: 'end' as const,
		isSortable: true,
	},
	{
		id: 'more',
		header: 'Actions',
		isHeaderHidden: true,
		align: 'end' as const,
		cell: () => <IconButton icon={Ellipsis} label="More" size="sm" tip="none" />,
	},
];

export function Lists() {
	const [sort, setSort] = useState<Sort | null>({ columnId: 'name', direction: 'ascending' });
	const [keys, setKeys] = useState(new Set(['1']));
	const [openKey, setOpenKey] = useState<string | null>('3');
	const rows = useMemo(() => {
		const first = GUESTS.slice(0, 8);
		if (!sort) return first;
		const sorted = first.toSorted((a, b) =>
			String(a[sort.columnId as 'name']).localeCompare(b[sort.columnId as 'name']),
		);
		return sort.direction === 'ascending' ? sorted : sorted.toReversed();
	}, [sort]);
	const table = { label: 'Guests', columns: COLUMNS, rowKey: (guest: (typeof GUESTS)[0]) => guest.id };
	return (
		<Section title="Lists">
			<Card padding="none">
				<DataTable
					{...table}
					rows={rows}
					rowName={(guest) => guest.name}
					sort={sort}
					onSort={setSort}
					selection={{ keys, onChange: setKeys }}
					onOpen={(guest) => setOpenKey(guest.id)}
					openKey={openKey}
					highlightedKey="6"
				/>
				<ShowMore hasMore onMore={() => {}} status="8 of 10,000 shown" />
			</Card>
			<div className="grid gap-4 lg:grid-cols-2">
				<Card padding="none" title="Loading">
					<DataTable {...table} label="Guests, loading" rows={[]} isLoading />
				</Card>
				<Card padding="none" title="Empty">
					<DataTable
						{...table}
						label="Guests, none"
						rows={[]}
						empty={
							<EmptyState
								drawing="chair"
								title="No guests registered yet."
								action={<Button>Copy the link</Button>}
							/>
						}
					/>
				</Card>
			</div>
			<Card title="Ten thousand guests" padding="none">
				<VirtualList
					label="Guest List"
					items={GUESTS}
					itemKey={(guest) => guest.id}
					estimatedRowPx={64}
					className="h-96"
					renderRow={(guest) => (
						<div className="flex min-h-16 items-center justify-between gap-4 border-b px-5">
							<div className="min-w-0">
								<p className="truncate font-medium">{guest.name}</p>
								<p className="truncate text-compact text-muted">{guest.email}</p>
							</div>
							<Row>
								{guest.isIn ? (
									<StatusBadge tone="success">Checked In</StatusBadge>
								) : (
									<Button size="sm">Check In</Button>
								)}
							</Row>
						</div>
					)}
				/>
			</Card>
		</Section>
	);
}

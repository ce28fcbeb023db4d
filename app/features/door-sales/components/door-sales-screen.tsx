import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { CashDrawer } from '#shared/contracts/door-sales.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { AllotmentList } from './allotment-list.tsx';
import { DrawerTable } from './drawer-table.tsx';
import { focusList } from './focus-list.ts';
import { SaleTable } from './sale-table.tsx';
import { SalesSettings } from './sales-settings.tsx';

/** What an event sells at the door: how, what was sold, the cash of its devices and what is reserved for them. */
export function DoorSalesScreen({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const [drawer, setDrawer] = useState<CashDrawer | null>(null);
	function choose(next: CashDrawer | null) {
		setDrawer(next);
		focusList('sold-at-door');
	}
	const may = (permission: 'orders.view' | 'money.view') =>
		event.organisation?.permissions.includes(permission) ?? false;
	if (event.externalUrl !== '')
		return (
			<EmptyState
				drawing="door"
				title={t`This event is sold on another website`}
				description={t`Tickets can be sold at the door once the event takes its own registrations.`}
			/>
		);
	return (
		<div className="flex flex-col gap-8">
			{may('orders.view') ? <SalesSettings event={event} /> : null}
			{may('money.view') ? (
				<>
					<DrawerTable event={event} chosen={drawer} onChoose={choose} />
					<SaleTable event={event} drawer={drawer} onAll={() => choose(null)} />
				</>
			) : null}
			{may('orders.view') ? <AllotmentList event={event} /> : null}
		</div>
	);
}

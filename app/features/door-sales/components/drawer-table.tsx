import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { CashDrawer } from '#shared/contracts/door-sales.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { useCashDrawers, useDoorSaleActions } from '../api.ts';
import { useDeviceName } from './device-name.tsx';
import { Difference } from './difference.tsx';
import { focusList } from './focus-list.ts';

const CloseDrawerDialog = lazyDialog(() =>
	import('./close-drawer-dialog.tsx').then((module) => module.CloseDrawerDialog),
);

/** The cash of each device, from the count at its opening to the count at its closing. */
export function DrawerTable(props: {
	event: PublicEvent;
	/** The drawer whose sales are listed below. */
	chosen: CashDrawer | null;
	onChoose: (drawer: CashDrawer) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const nameOf = useDeviceName();
	const { event, chosen, onChoose } = props;
	const drawers = useCashDrawers(event.id, true);
	const actions = useDoorSaleActions(event.id);
	const [closing, setClosing] = useState<CashDrawer | null>(null);
	const mayClose = event.organisation?.permissions.includes('money.manage') ?? false;
	const money = (minor: number, { currency }: CashDrawer) => <Money>{formats.money(minor, currency)}</Money>;
	return (
		<Card
			id="cash-drawers"
			tabIndex={-1}
			className="scroll-mt-24"
			title={<Trans>Cash drawers</Trans>}
			description={
				<Trans>
					Counted when opened and closed. Differences are booked with the name of the person who counted.
				</Trans>
			}
			padding="none"
		>
			<DataTable
				label={t`Cash drawers`}
				rows={drawers.data ?? []}
				rowKey={({ id }) => id}
				rowName={({ device }) => nameOf(device)}
				isLoading={drawers.isPending}
				highlightedKey={chosen?.id ?? null}
				empty={<NoDrawers hasFailed={drawers.isError} onRetry={() => void drawers.refetch()} />}
				columns={[
					{
						id: 'device',
						header: t`Device`,
						className: 'w-full max-w-24',
						cell: (drawer) => <Device drawer={drawer} timeZone={event.timeZone} />,
					},
					{
						id: 'opened',
						header: t`Opened with`,
						align: 'end',
						from: 'lg',
						isInFirst: true,
						cell: (drawer) => money(drawer.openedMinor, drawer),
					},
					{
						id: 'expected',
						header: t`Expected`,
						align: 'end',
						from: 'md',
						cell: (drawer) => money(drawer.expectedMinor, drawer),
					},
					{
						id: 'counted',
						header: t`Counted`,
						align: 'end',
						from: 'md',
						cell: (drawer) =>
							drawer.closed ? money(drawer.closed.countedMinor, drawer) : t`Not counted yet`,
					},
					{
						id: 'difference',
						header: t`Difference`,
						from: 'sm',
						cell: (drawer) =>
							drawer.closed ? (
								<Difference minor={drawer.closed.differenceMinor} currency={drawer.currency} />
							) : (
								<StatusBadge tone="live">{t`Open`}</StatusBadge>
							),
					},
					{
						id: 'actions',
						header: t`Actions`,
						isHeaderHidden: true,
						align: 'end',
						cell: (drawer) => (
							<Actions
								drawer={drawer}
								onSales={() => onChoose(drawer)}
								onClose={mayClose && !drawer.closed ? () => setClosing(drawer) : undefined}
							/>
						),
					},
				]}
			/>
			<ShowMore {...moreOf(drawers)} />
			{closing ? (
				<CloseDrawerDialog
					drawer={closing}
					action={actions.close}
					onClose={(wasClosed) => {
						setClosing(null);
						if (wasClosed) focusList('cash-drawers');
						actions.close.reset();
					}}
				/>
			) : null}
		</Card>
	);
}

/** The device, who counted and when, and what was noted. */
function Device({ drawer, timeZone }: { drawer: CashDrawer; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const nameOf = useDeviceName();
	const { closed, openedBy } = drawer;
	const openedAt = formats.dateTime(drawer.openedAt, timeZone);
	const opened = formats.money(drawer.openedMinor, drawer.currency);
	const closedAt = closed ? formats.dateTime(closed.at, timeZone) : '';
	return (
		<div className="flex min-w-0 flex-col gap-0.5 [overflow-wrap:anywhere]">
			<p className="font-medium" dir="auto">
				{nameOf(drawer.device)}
			</p>
			<p className="text-compact text-muted">{t`Opened by ${openedBy}, ${openedAt}`}</p>
			<p className="text-compact text-muted lg:hidden">{t`Opened with ${opened}`}</p>
			{closed ? <p className="text-compact text-muted">{t`Closed by ${closed.by}, ${closedAt}`}</p> : null}
			{closed?.note ? (
				<p className="text-compact whitespace-pre-line" dir="auto">
					{closed.note}
				</p>
			) : null}
		</div>
	);
}

function NoDrawers({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
	const { t } = useLingui();
	return hasFailed ? (
		<LoadFailed title={t`Couldn’t load the cash drawers.`} onRetry={onRetry} />
	) : (
		<EmptyState
			title={t`No cash drawers yet`}
			description={t`A device counts its drawer before the first cash sale.`}
		/>
	);
}

/** Actions for a drawer. `onClose` is left out of one that is closed, and for members who only look. */
function Actions(props: { drawer: CashDrawer; onSales: () => void; onClose: (() => void) | undefined }) {
	const { t } = useLingui();
	const device = useDeviceName()(props.drawer.device);
	return (
		<div className="flex flex-wrap justify-end gap-2">
			<Button size="sm" variant="ghost" aria-label={t`Sales of ${device}`} onClick={props.onSales}>
				<Trans>Sales</Trans>
			</Button>
			{props.onClose ? (
				<Button
					size="sm"
					variant="outline"
					aria-haspopup="dialog"
					aria-label={t`Close the drawer of ${device}`}
					onClick={props.onClose}
				>
					<Trans>Close</Trans>
				</Button>
			) : null}
		</div>
	);
}

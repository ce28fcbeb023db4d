import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { EllipsisVertical, Send, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { ListedWaitlistEntry } from '#shared/contracts/waitlist.ts';
import type { WaitlistEntryState } from '#shared/rules/waitlist.ts';
import type { DialogRequest } from './entry-dialogs.tsx';

/** The states of an entry as words. */
export function useStateLabels(): Record<WaitlistEntryState, [StatusTone, string]> {
	const { t } = useLingui();
	return {
		waiting: ['pending', t`Waiting`],
		offered: ['warning', t`Offered`],
		bought: ['success', t`Got tickets`],
		lapsed: ['neutral', t`Offer expired`],
		left: ['neutral', t`Left`],
		removed: ['neutral', t`Removed`],
		closed: ['neutral', t`Closed`],
	};
}

/** Who waits, in the order in which tickets are offered. */
export function WaitlistTable(props: {
	entries: ListedWaitlistEntry[];
	timeZone: string;
	/** Path of the orders. */
	orders: string;
	isLoading: boolean;
	empty: ReactNode;
	/** Left out: this member only looks. */
	onAsk: ((requested: DialogRequest) => void) | undefined;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { timeZone, onAsk } = props;
	return (
		<DataTable
			label={t`Guests in line`}
			rows={props.entries}
			rowKey={({ id }) => id}
			rowName={({ name }) => name}
			isLoading={props.isLoading}
			empty={props.empty}
			columns={[
				{
					id: 'position',
					header: t`Position`,
					align: 'end',
					cell: ({ position }) =>
						position === null ? <span aria-hidden="true">–</span> : formats.number(position),
				},
				{
					id: 'guest',
					header: t`Guest`,
					className: 'w-full max-w-24',
					cell: (entry) => <Guest entry={entry} timeZone={timeZone} />,
				},
				{
					id: 'tickets',
					header: t`Tickets`,
					from: 'md',
					isInFirst: true,
					className: 'min-w-40',
					cell: (entry) => <Tickets entry={entry} />,
				},
				{
					id: 'since',
					header: t`Since`,
					from: 'lg',
					isInFirst: true,
					className: 'whitespace-nowrap',
					cell: ({ joinedAt }) => formats.dateTime(joinedAt, timeZone),
				},
				{
					id: 'state',
					header: t`Status`,
					from: 'sm',
					isInFirst: true,
					cell: (entry) => <State entry={entry} timeZone={timeZone} orders={props.orders} />,
				},
				...(onAsk
					? [
							{
								id: 'actions',
								header: t`Actions`,
								isHeaderHidden: true,
								align: 'end' as const,
								cell: (entry: ListedWaitlistEntry) => <Actions entry={entry} onAsk={onAsk} />,
							},
						]
					: []),
			]}
		/>
	);
}

/** The person; on a phone with what they wait for and how it stands. */
function Guest({ entry, timeZone }: { entry: ListedWaitlistEntry; timeZone: string }) {
	return (
		<div className="flex min-w-0 flex-col gap-0.5">
			<p className="truncate font-medium" dir="auto" title={entry.name}>
				{entry.name}
			</p>
			<p className="truncate text-compact text-muted" title={entry.email}>
				{entry.email}
			</p>
			<div className="text-compact md:hidden">
				<Tickets entry={entry} />
			</div>
			<div className="sm:hidden">
				<State entry={entry} timeZone={timeZone} />
			</div>
		</div>
	);
}

function Tickets({ entry }: { entry: ListedWaitlistEntry }) {
	const { t } = useLingui();
	const count = t`${plural(entry.party, { one: '# ticket', other: '# tickets' })}`;
	return (
		<>
			<p>{entry.takesFewer ? t`${count}, or fewer` : count}</p>
			<p className="text-compact text-muted [overflow-wrap:anywhere]" dir="auto">
				{entry.ticketTypes.map(({ name }) => name).join(' · ')}
			</p>
		</>
	);
}

/** How it stands: an offer with its end, an order with the way to it. */
function State(props: { entry: ListedWaitlistEntry; timeZone: string; orders?: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { entry, timeZone, orders } = props;
	const [tone, label] = useStateLabels()[entry.state];
	const until = entry.offer ? formats.dateTime(entry.offer.expiresAt, timeZone) : null;
	const badge = <StatusBadge tone={tone}>{until ? t`Offered until ${until}` : label}</StatusBadge>;
	return entry.orderId && orders ? (
		<Link to={`${orders}/${entry.orderId}`} className="link">
			{badge}
		</Link>
	) : (
		badge
	);
}

function Actions({
	entry,
	onAsk,
}: {
	entry: ListedWaitlistEntry;
	onAsk: (requested: DialogRequest) => void;
}) {
	const { t } = useLingui();
	const { name, state } = entry;
	if (state !== 'waiting' && state !== 'offered') return null;
	return (
		<IconMenu
			label={t`More actions for ${name}`}
			icon={EllipsisVertical}
			items={[
				...(state === 'waiting'
					? [
							{
								id: 'offer',
								label: t`Offer now`,
								icon: Send,
								onSelect: () => onAsk({ kind: 'offer', entry }),
							},
						]
					: []),
				{
					id: 'remove',
					label: t`Remove`,
					icon: Trash2,
					tone: 'destructive',
					onSelect: () => onAsk({ kind: 'remove', entry }),
				},
			]}
		/>
	);
}

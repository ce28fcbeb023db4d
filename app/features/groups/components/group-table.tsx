import { useLingui } from '@lingui/react/macro';
import { CircleStop, Copy, EllipsisVertical, ExternalLink, Pencil, Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { ListedGroup } from '#shared/contracts/groups.ts';

export interface GroupAction {
	kind: 'edit' | 'end' | 'link';
	group: ListedGroup;
}

interface TableProps {
	groups: ListedGroup[];
	timeZone: string;
	/** Path of the event's orders. */
	orders: string;
	isLoading: boolean;
	empty: ReactNode;
	/** Left out: this member only looks. */
	onAsk: ((action: GroupAction) => void) | undefined;
}

/** The groups of an event: whose, who pays, and how many of their places are taken. */
export function GroupTable(props: TableProps) {
	const { t } = useLingui();
	const { timeZone, onAsk, orders } = props;
	return (
		<DataTable
			label={t`Groups`}
			rows={props.groups}
			rowKey={({ id }) => id}
			rowName={({ name }) => name}
			isLoading={props.isLoading}
			empty={props.empty}
			columns={[
				{
					id: 'group',
					header: t`Group`,
					className: 'w-full max-w-24',
					cell: (group) => <Name group={group} timeZone={timeZone} orders={orders} />,
				},
				{
					id: 'pays',
					header: t`Who pays`,
					from: 'lg',
					isInFirst: true,
					className: 'min-w-32',
					cell: (group) => <Pays group={group} orders={orders} />,
				},
				{
					id: 'places',
					header: t`Spots taken`,
					from: 'sm',
					isInFirst: true,
					className: 'min-w-36',
					cell: (group) => <Places group={group} />,
				},
				{
					id: 'deadline',
					header: t`Deadline`,
					from: 'lg',
					isInFirst: true,
					className: 'whitespace-nowrap',
					cell: (group) => <Deadline group={group} timeZone={timeZone} />,
				},
				{
					id: 'state',
					header: t`Status`,
					from: 'md',
					isInFirst: true,
					cell: (group) => <State group={group} />,
				},
				...(onAsk
					? [
							{
								id: 'actions',
								header: t`Actions`,
								isHeaderHidden: true,
								align: 'end' as const,
								cell: (group: ListedGroup) => <Actions group={group} orders={orders} onAsk={onAsk} />,
							},
						]
					: []),
			]}
		/>
	);
}

/** The group and its leader; on a narrow screen with what it has no columns for. */
function Name(props: { group: ListedGroup; timeZone: string; orders: string }) {
	const { group, timeZone, orders } = props;
	const leader = group.leaderEmail ? `${group.leaderName} · ${group.leaderEmail}` : group.leaderName;
	return (
		<div className="flex min-w-0 flex-col gap-1">
			<p className="truncate font-medium" dir="auto" title={group.name}>
				{group.name}
			</p>
			<p className="truncate text-compact text-muted" dir="auto" title={leader}>
				{leader}
			</p>
			<div className="text-compact text-muted lg:hidden">
				<Pays group={group} orders={orders} isInText />
				{group.deadlineAt ? (
					<p>
						<Deadline group={group} timeZone={timeZone} isInText />
					</p>
				) : null}
			</div>
			<div className="sm:hidden">
				<Places group={group} />
			</div>
			<div className="md:hidden">
				<State group={group} />
			</div>
		</div>
	);
}

function Pays(props: { group: ListedGroup; orders: string; isInText?: boolean }) {
	const { t } = useLingui();
	const { group, orders } = props;
	if (group.pays === 'leader')
		return group.orderId ? (
			<Link className="link" to={`${orders}/${group.orderId}`}>
				{t`One order`}
			</Link>
		) : (
			<p>{t`One order`}</p>
		);
	if (props.isInText)
		return (
			<p className="[overflow-wrap:anywhere]">
				{t`Each guest`}
				{group.ticketType ? (
					<>
						{' · '}
						<bdi>{group.ticketType.name}</bdi>
					</>
				) : null}
			</p>
		);
	return (
		<>
			<p>{t`Each guest`}</p>
			{group.ticketType ? (
				<p className="text-compact text-muted [overflow-wrap:anywhere]" dir="auto">
					{group.ticketType.name}
				</p>
			) : null}
		</>
	);
}

function Places({ group }: { group: ListedGroup }) {
	const { t } = useLingui();
	const formats = useFormats();
	const [taken, places] = [formats.number(group.taken), formats.number(group.places)];
	return (
		<ProgressBar
			label={t`Spots of ${group.name}`}
			isLabelHidden
			value={group.taken}
			max={group.places}
			detail={t`${taken} of ${places}`}
			tone={group.taken >= group.places ? 'success' : 'accent'}
		/>
	);
}

function Deadline(props: { group: ListedGroup; timeZone: string; isInText?: boolean }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { deadlineAt } = props.group;
	if (!deadlineAt) return <span aria-hidden="true">–</span>;
	const time = formats.dateTime(deadlineAt, props.timeZone);
	return props.isInText ? t`Until ${time}` : time;
}

function State({ group }: { group: ListedGroup }) {
	const { t } = useLingui();
	const [tone, label]: [StatusTone, string] =
		group.state === 'ended'
			? ['neutral', t`Ended`]
			: group.taken >= group.places
				? ['success', t`Full`]
				: ['pending', t`Open`];
	return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

function Actions(props: { group: ListedGroup; orders: string; onAsk: (action: GroupAction) => void }) {
	const { t } = useLingui();
	const { group, orders, onAsk } = props;
	const { name, groupToken, orderId } = group;
	const isOpen = group.state === 'open';
	const items = [
		...(isOpen
			? [{ id: 'edit', label: t`Edit`, icon: Pencil, onSelect: () => onAsk({ kind: 'edit', group }) }]
			: []),
		...(groupToken
			? [
					{
						...{ id: 'link', label: t`Copy leader’s link`, icon: Copy },
						onSelect: () => onAsk({ kind: 'link', group }),
					},
					{ id: 'page', label: t`Open leader’s page`, icon: ExternalLink, to: `/group/${groupToken}` },
				]
			: []),
		...(orderId ? [{ id: 'order', label: t`Open order`, icon: Receipt, to: `${orders}/${orderId}` }] : []),
		...(isOpen
			? [
					{
						...{ id: 'end', label: t`End group`, icon: CircleStop, tone: 'destructive' as const },
						onSelect: () => onAsk({ kind: 'end', group }),
					},
				]
			: []),
	];
	if (items.length === 0) return null;
	return <IconMenu label={t`More actions for ${name}`} icon={EllipsisVertical} items={items} />;
}

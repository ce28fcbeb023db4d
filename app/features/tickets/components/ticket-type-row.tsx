import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, EyeOff, Lock, Trash2, Unlock } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { useRate } from '#app/lib/rate.ts';
import { Badge } from '#app/ui/badge.tsx';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import { OrderButtons } from '#app/ui/order-buttons.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { RowName } from '#app/ui/row-name.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { allInMinor } from '#shared/rules/pricing/quote.ts';
import type { CapacityPool } from '../api.ts';
import type { TicketsEvent } from '../ticket-type-form.ts';

interface RowProps {
	type: TicketType;
	event: TicketsEvent;
	pricing: PricingTerms;
	/** The places that it shares with others. */
	pool: CapacityPool | undefined;
	mayEdit: boolean;
	isFirst: boolean;
	isLast: boolean;
	onMove: (by: -1 | 1) => void;
	onEdit: () => void;
	onDelete: () => void;
	onSetClosed: (isClosed: boolean) => void;
}

/** One ticket type as its organiser sees it: price, state, how many are taken, and what can be done. */
export function TicketTypeRow(props: RowProps) {
	const { type, event, pool } = props;
	return (
		<li data-type={type.id} className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
			<div className="min-w-0 flex-1 basis-56">
				<p className="flex flex-wrap items-center gap-2">
					<RowName>{type.name}</RowName>
					<TypeState type={type} event={event} />
					{type.organiser?.isHidden ? (
						<Badge variant="outline" icon={EyeOff}>
							<Trans>Hidden</Trans>
						</Badge>
					) : null}
				</p>
				<p className="text-sm text-muted">
					<TypeNotes type={type} pricing={props.pricing} timeZone={event.timeZone} />
				</p>
			</div>
			<Taken type={type} pool={pool} />
			{props.mayEdit ? <RowActions {...props} /> : null}
		</li>
	);
}

function RowActions(props: RowProps) {
	const { t } = useLingui();
	const { type } = props;
	const isClosed = type.organiser?.isClosed ?? false;
	const taken = (type.organiser?.confirmed ?? 0) + (type.organiser?.held ?? 0);
	return (
		<div className="flex items-center gap-1">
			<OrderButtons name={type.name} {...props} />
			<IconMenu
				label={t`More actions for ${type.name}`}
				icon={EllipsisVertical}
				items={[
					{
						id: 'close',
						label: isClosed ? t`Resume sales` : t`Stop sales`,
						icon: isClosed ? Unlock : Lock,
						onSelect: () => props.onSetClosed(!isClosed),
					},
					{
						id: 'delete',
						label: taken > 0 ? t`Can’t delete: has guests` : t`Delete`,
						icon: Trash2,
						tone: 'destructive',
						isDisabled: taken > 0,
						onSelect: props.onDelete,
					},
				]}
			/>
		</div>
	);
}

function TypeState({ type, event }: { type: TicketType; event: TicketsEvent }) {
	const { t } = useLingui();
	const looks: Record<TicketType['state'], [StatusTone, string]> = {
		on_sale: ['success', t`On sale`],
		not_yet: ['pending', t`Opens later`],
		ended: ['neutral', t`Ended`],
		sold_out: ['warning', t`Sold out`],
		closed: ['neutral', t`Closed`],
		unavailable: ['pending', t`Not on sale yet`],
	};
	// While the event is not public the sale is closed as a whole; that is no choice about this type.
	const isWaiting = type.state === 'closed' && !type.organiser?.isClosed && event.status === 'draft';
	const [tone, word] = isWaiting ? (['pending', t`Opens when published`] as const) : looks[type.state];
	return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

function TypeNotes(props: { type: TicketType; pricing: PricingTerms; timeZone: string }) {
	const { type, pricing, timeZone } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const rate = useRate();
	// As buyers see it; what is typed is in the form.
	const price = formats.money(allInMinor(type, pricing), type.currency);
	const notes: string[] = [];
	if (type.kind === 'free') notes.push(t`Free`);
	else if (type.kind === 'donation')
		notes.push(type.priceMinor > 0 ? t`Donation from ${price}` : t`Donation`);
	else notes.push(type.kind === 'add_on' ? t`Add-on ${price}` : price);
	const [tier, ...others] = type.tiers;
	if (tier) {
		const next = formats.money(allInMinor({ ...type, tiers: others }, pricing), type.currency);
		notes.push(tier.name, t`then ${next}`);
	}
	if (type.taxBasisPoints > 0) {
		const percent = rate(type.taxBasisPoints);
		notes.push(t`incl. ${percent} tax`);
	}
	if (type.salesStartAt) notes.push(t`from ${formats.dateTime(type.salesStartAt, timeZone)}`);
	if (type.salesEndAt) notes.push(t`until ${formats.dateTime(type.salesEndAt, timeZone)}`);
	if (type.kind === 'add_on' && type.isAdmission) notes.push(t`counts as a guest`);
	if (type.admits > 1) notes.push(t`admits ${formats.number(type.admits)}`);
	if (type.needsApproval) notes.push(t`needs approval`);
	return notes.join(' · ');
}

/** How many are taken, of how many; held ones apart. */
function Taken({ type, pool }: { type: TicketType; pool: CapacityPool | undefined }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { confirmed = 0, held = 0, capacity = null } = type.organiser ?? {};
	const sold = formats.number(confirmed);
	const kept = formats.number(held);
	const size = capacity === null ? '' : formats.number(capacity);
	const poolName = pool?.name ?? '';
	const detail = capacity === null ? t`${sold} registered · unlimited` : t`${sold} of ${size} registered`;
	return (
		<div className="w-44 flex-none text-compact">
			{capacity === null ? (
				<p className="text-muted tabular-nums">{detail}</p>
			) : (
				<ProgressBar
					label={t`Capacity of ${type.name}`}
					isLabelHidden
					value={confirmed + held}
					max={Math.max(1, capacity)}
					detail={detail}
				/>
			)}
			{held > 0 ? (
				<p className="text-muted tabular-nums">
					<Trans>{kept} in checkout</Trans>
				</p>
			) : null}
			{pool ? (
				<p className="truncate text-muted" dir="auto">
					<Trans>shares {poolName}</Trans>
				</p>
			) : null}
		</div>
	);
}

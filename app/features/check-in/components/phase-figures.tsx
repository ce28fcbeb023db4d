import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { BarList } from '#app/ui/charts/bar-list.tsx';
import { Money } from '#app/ui/money.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import type { EventFigures } from '#shared/contracts/guest-list.ts';
import type { EventMoney } from '#shared/contracts/order-money.ts';
import { TitledSection } from './titled-section.tsx';

interface PhaseFigures {
	figures: EventFigures;
	/** By currency; undefined: not theirs to see. */
	money: { data: EventMoney[]; isTest: boolean } | undefined;
	/** Path of the event's pages. */
	base: string;
}

/** One line of tiles; below 768 px two columns, and the last one takes what is left. */
export function TileRow({ children }: { children: ReactNode }) {
	return (
		<div className="grid grid-cols-2 gap-3 md:auto-cols-[minmax(0,22rem)] md:grid-flow-col md:grid-cols-none max-md:[&>:last-child:nth-child(odd)]:col-span-2">
			{children}
		</div>
	);
}

/** While tickets are sold: how many, what they brought, how many looked. What has no figure yet has no tile. */
export function SalesTiles(props: PhaseFigures & { views: number; viewsTo: string }) {
	const { figures, base, views } = props;
	const { t } = useLingui();
	const formats = useFormats();
	return (
		<TileRow>
			<TicketTile figures={figures} base={base} />
			<NetTile {...props} />
			{views > 0 ? (
				<StatTile
					label={t`Page views`}
					value={formats.number(views)}
					definition={t`A lower bound: bots and visitors who opt out aren’t counted.`}
					to={props.viewsTo}
				/>
			) : null}
		</TileRow>
	);
}

function TicketTile({ figures, base }: Pick<PhaseFigures, 'figures' | 'base'>) {
	const { t } = useLingui();
	const formats = useFormats();
	const { capacity, confirmed, held } = figures;
	const limit =
		capacity === null ? t`No limit` : t`of ${plural(capacity, { one: '# spot', other: '# spots' })}`;
	const pending = formats.number(held);
	return (
		<StatTile
			label={t`Tickets`}
			value={formats.number(confirmed)}
			detail={held > 0 ? `${limit} · ${t`${pending} in checkout`}` : limit}
			definition={t`Tickets of confirmed registrations. One registration can include several.`}
			to={`${base}/guests`}
		/>
	);
}

function NetTile({ money, base }: Omit<PhaseFigures, 'figures'>) {
	const { t } = useLingui();
	if (!money || money.data.length === 0) return null;
	return (
		<StatTile
			label={t`Net revenue`}
			value={<Sums money={money.data} of="netMinor" />}
			detail={money.isTest ? t`Test mode` : t`After refunds, tax and fees`}
			to={`${base}/money`}
		/>
	);
}

/** A figure in each currency, one under the other: they are never added. */
function Sums({ money, of }: { money: EventMoney[]; of: 'netMinor' | 'returnedMinor' }) {
	const formats = useFormats();
	return money.map((one) => (
		<Money key={one.currency} className="block">
			{formats.money(one[of], one.currency)}
		</Money>
	));
}

/** Results of a past event. Without any check-in, attendance is unknown and not shown. */
export function ResultTiles({ isCancelled, ...props }: PhaseFigures & { isCancelled: boolean }) {
	const { figures, money, base } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { checkedIn, totalAttendees } = figures;
	const all = formats.number(totalAttendees);
	const missing = totalAttendees - checkedIn;
	const returned = money?.data.filter(({ returnedMinor }) => returnedMinor !== 0) ?? [];
	return (
		<TileRow>
			{checkedIn > 0 && !isCancelled ? (
				<>
					<StatTile
						label={t`Checked in`}
						value={formats.number(checkedIn)}
						detail={t`of ${all}`}
						to={`${base}/guests?checkedIn=true`}
					/>
					<StatTile
						label={t`No-shows`}
						value={formats.number(missing)}
						detail={formats.percent(missing / totalAttendees)}
						to={`${base}/guests?checkedIn=false`}
					/>
				</>
			) : (
				<TicketTile figures={figures} base={base} />
			)}
			{returned.length > 0 ? (
				<StatTile
					label={t`Refunds`}
					value={<Sums money={returned} of="returnedMinor" />}
					to={`${base}/money?figure=returned`}
				/>
			) : null}
			<NetTile {...props} />
		</TileRow>
	);
}

/** How many of the guests have arrived. */
export function Arrivals({ figures }: { figures: EventFigures }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { checkedIn, totalAttendees } = figures;
	const all = formats.number(totalAttendees);
	return (
		<TitledSection title={<Trans>Arrivals</Trans>} card="p-4 md:p-5">
			{totalAttendees === 0 ? (
				<p className="text-muted">
					<Trans>No guests yet. Guests who register now appear here.</Trans>
				</p>
			) : (
				<>
					<p className="flex flex-wrap items-baseline gap-x-2">
						<span className="text-3xl font-semibold tracking-tight tabular-nums">
							{formats.number(checkedIn)}
						</span>
						<span className="text-muted">{t`of ${all} checked in`}</span>
					</p>
					<ProgressBar
						label={t`Checked in`}
						isLabelHidden
						value={checkedIn}
						max={totalAttendees}
						tone="success"
					/>
				</>
			)}
		</TitledSection>
	);
}

/** Sales by type, as bars. */
export function TicketBars({ figures }: { figures: EventFigures }) {
	const { t } = useLingui();
	const formats = useFormats();
	return (
		<TitledSection title={<Trans>Tickets by type</Trans>}>
			<div className="rounded-lg border border-hairline bg-surface p-4">
				<BarList
					label={t`Tickets by type`}
					rows={figures.ticketTypes.map((type) => {
						const taken = formats.number(type.confirmed);
						const size = type.capacity === null ? null : formats.number(type.capacity);
						return {
							key: type.id,
							label: type.name,
							value: type.confirmed,
							text: size === null ? taken : t`${taken} of ${size}`,
						};
					})}
				/>
			</div>
		</TitledSection>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Maximize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats, useViewerStart } from '#app/lib/format.ts';
import { DateTile } from '#app/ui/date-tile.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PlaceLink } from '#app/ui/place-link.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { formatTicketCode, TICKET_QR } from '#shared/rules/ticket-code.ts';

export type Ticket = ManagedOrder['attendees'][number];

/**
 * The tickets of an order as one strip: what, when and where once, then a stub for each ticket. On paper every stub is a sheet of
 * its own and says all of it. Without tickets it is the event alone.
 */
export function TicketCard(props: {
	tickets: Ticket[];
	order: Pick<ManagedOrder, 'code' | 'event'>;
	isNew: boolean;
	/** Actions for a ticket. */
	actionsOf: (ticket: Ticket) => ReactNode;
	onShow: (ticket: Ticket) => void;
}) {
	const { t } = useLingui();
	const { tickets, order, isNew } = props;
	const { event } = order;
	return (
		<div
			className="event-theme ticket w-full max-w-100"
			style={{ '--event-hue': event.themeHue }}
			data-new={isNew || undefined}
		>
			<div className="ticket-head">
				<div className="h-12 overflow-hidden rounded-t-xl bg-event-wash md:h-20 print:hidden">
					{event.coverUrl ? (
						<img src={event.coverUrl} alt="" width={400} height={80} className="size-full object-cover" />
					) : null}
				</div>
				<TicketFacts event={event} />
			</div>
			{tickets.map((ticket, index) => (
				<article
					key={ticket.id}
					// Somebody else has its code.
					className={`ticket-stub px-5 pt-4 pb-4 ${ticket.isHandedOn ? 'print:hidden' : ''}`}
					aria-label={t`Ticket for ${ticket.name}`}
				>
					{index > 0 ? (
						<div className="hidden print:block">
							<TicketFacts event={event} />
						</div>
					) : null}
					<Stub
						ticket={ticket}
						// A cancelled event shows no codes.
						code={event.status === 'cancelled' ? null : ticket.ticketCode}
						orderCode={order.code}
						place={index + 1}
						count={tickets.length}
						onShow={() => props.onShow(ticket)}
						actions={props.actionsOf(ticket)}
					/>
				</article>
			))}
		</div>
	);
}

/** One ticket as it is shown at the door: whose, for what, and the code on pure white. */
function Stub(props: {
	ticket: Ticket;
	code: string | null;
	orderCode: string;
	place: number;
	count: number;
	onShow: () => void;
	actions: ReactNode;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { ticket, code, orderCode, count } = props;
	const place = formats.number(props.place);
	const all = formats.number(count);
	return (
		<div className="flex flex-col items-center gap-2">
			<div className="w-full">
				<p className="flex items-baseline justify-between gap-4">
					<span className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]" dir="auto">
						{ticket.name}
					</span>
					{count > 1 ? (
						<span className="flex-none text-sm font-medium text-event-ink tabular-nums">
							<Trans>
								{place} of {all}
							</Trans>
						</span>
					) : null}
				</p>
				<p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
					<span className="[overflow-wrap:anywhere]" dir="auto">
						{ticket.ticketTypeName}
					</span>
					<span className="font-mono tabular-nums">{orderCode}</span>
				</p>
			</div>
			{code ? (
				<>
					{/* A press anywhere on the code is one of the button. */}
					<div className="relative flex flex-col items-center gap-1">
						<QrCode
							value={code}
							ecc={TICKET_QR.ecc}
							quietZoneModules={TICKET_QR.quietZoneModules}
							label={t`QR code of the ticket for ${ticket.name}`}
							className="ticket-qr w-64"
						/>
						<button
							type="button"
							className="needs-script flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md text-compact text-muted after:absolute after:inset-0 hover:text-ink print:hidden"
							onClick={props.onShow}
						>
							<Icon icon={Maximize2} size={16} />
							<Trans>Full screen</Trans>
						</button>
					</div>
					<p className="text-center font-mono text-sm leading-relaxed" dir="ltr">
						<bdi>{formatTicketCode(code)}</bdi>
					</p>
				</>
			) : null}
			{props.actions}
		</div>
	);
}

function TicketFacts({ event }: { event: ManagedOrder['event'] }) {
	const formats = useFormats();
	const viewer = useViewerStart(event);
	const when = formats.when(event);
	const zone = when.time ? formats.zone(event.startsAt, event.timeZone) : '';
	return (
		<div className="flex items-start gap-3 px-5 pt-4 pb-5 print:px-0">
			<DateTile date={event.startsAt} timeZone={event.timeZone} />
			<div className="flex min-w-0 flex-col gap-0.5 text-sm md:gap-1">
				<h2 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]" dir="auto">
					<Link to={`/events/${event.slug}`} className="hover:underline">
						{event.title}
					</Link>
				</h2>
				<p className="text-event-ink">
					{[when.date, [when.time, zone].filter(Boolean).join(' ')].filter(Boolean).join(' · ')}
				</p>
				{/* Left empty from the start, so that nothing moves when it is filled in. */}
				{event.isAllDay ? null : (
					<p className="min-h-5 text-muted">{viewer ? <Trans>{viewer} your time</Trans> : null}</p>
				)}
				<Place event={event} />
			</div>
		</div>
	);
}

function Place({ event }: { event: ManagedOrder['event'] }) {
	const formats = useFormats();
	const country = event.countryCode ? formats.country(event.countryCode) : '';
	const lines = [event.venueName, event.address, [event.city, country].filter(Boolean).join(', ')].filter(
		Boolean,
	);
	const [name, ...others] = lines;
	if (event.format !== 'online' && name) return <PlaceLink name={name} lines={others} isSmall />;
	return event.format === 'online' ? (
		<p className="text-muted">
			<Trans>Online</Trans>
		</p>
	) : null;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Maximize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { ManagedOrder } from '#shared/contracts/orders.ts';
import { formatTicketCode, TICKET_QR } from '#shared/rules/ticket-code.ts';
import { TicketFacts, TicketHead } from './ticket-head.tsx';

export type Ticket = ManagedOrder['attendees'][number];

/**
 * The tickets of an order as one strip: what, when and where once, then a stub for each ticket. On paper every stub is a sheet of
 * its own and says all of it. Without tickets it is the event alone.
 */
export function TicketCard(props: {
	tickets: Ticket[];
	order: Pick<ManagedOrder, 'code' | 'event'>;
	isNew: boolean;
	/** What can be done with a ticket. */
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
			<TicketHead event={event} />
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

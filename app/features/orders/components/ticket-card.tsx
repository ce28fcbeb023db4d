import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { DateTile } from '#app/ui/date-tile.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { ManagedOrder } from '#shared/contracts/orders.ts';
import { formatTicketCode, TICKET_QR } from '#shared/rules/ticket-code.ts';
import { placeLine } from '../calendar-entry.ts';

export type Ticket = ManagedOrder['attendees'][number];

/** One ticket as it is shown at the door: whose, for what, and the code on pure white. */
export function TicketCard(props: {
	ticket: Ticket;
	event: ManagedOrder['event'];
	orderCode: string;
	isNew: boolean;
	/** The code is not shown for an event that will not happen. */
	isUsable: boolean;
	onRename: (() => void) | undefined;
	onCancel: (() => void) | undefined;
}) {
	const { t } = useLingui();
	const { ticket, event, orderCode, isNew, isUsable } = props;
	const { ticketCode } = ticket;
	return (
		<article
			className="event-theme ticket w-full max-w-100"
			style={{ '--event-hue': event.themeHue }}
			data-new={isNew || undefined}
			aria-label={t`Ticket for ${ticket.name}`}
		>
			<div className="ticket-head">
				<div className="h-20 overflow-hidden rounded-t-xl bg-event-wash print:hidden">
					{event.coverUrl ? (
						<img src={event.coverUrl} alt="" width={400} height={80} className="size-full object-cover" />
					) : null}
				</div>
				<TicketFacts event={event} />
			</div>
			<div className="ticket-stub flex flex-col items-center gap-4 px-5 pt-6 pb-5">
				<div className="w-full">
					<p className="text-lg font-semibold [overflow-wrap:anywhere]" dir="auto">
						{ticket.name}
					</p>
					<p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
						<span className="[overflow-wrap:anywhere]" dir="auto">
							{ticket.ticketTypeName}
						</span>
						<span className="font-mono tabular-nums">{orderCode}</span>
					</p>
				</div>
				{ticketCode && isUsable ? (
					<>
						<div className="rounded-lg bg-code-ground p-1">
							<QrCode
								value={ticketCode}
								ecc={TICKET_QR.ecc}
								quietZoneModules={TICKET_QR.quietZoneModules}
								label={t`QR code of the ticket for ${ticket.name}`}
								className="ticket-qr w-64"
							/>
						</div>
						<p className="text-center font-mono text-sm leading-relaxed" dir="ltr">
							<bdi>{formatTicketCode(ticketCode)}</bdi>
						</p>
					</>
				) : null}
				{props.onRename || props.onCancel ? (
					<div className="needs-script flex w-full flex-wrap justify-center gap-2 border-t border-hairline pt-3 print:hidden">
						{props.onRename ? (
							<Button variant="ghost" size="sm" icon={Pencil} onClick={props.onRename}>
								<Trans>Edit name</Trans>
							</Button>
						) : null}
						{props.onCancel ? (
							<Button variant="ghost" size="sm" tone="destructive" onClick={props.onCancel}>
								<Trans>Cancel ticket</Trans>
							</Button>
						) : null}
					</div>
				) : null}
			</div>
		</article>
	);
}

function TicketFacts({ event }: { event: ManagedOrder['event'] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const tile = formats.tile(event.startsAt, event.timeZone);
	const when = formats.when(event);
	const place = event.format === 'online' ? t`Online` : placeLine(event);
	return (
		<div className="flex items-start gap-3 px-5 pt-4 pb-6">
			<DateTile month={tile.month} day={tile.day} />
			<div className="min-w-0">
				<h2 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]" dir="auto">
					{event.title}
				</h2>
				<p className="text-sm text-event-ink">
					{[when.date, when.time].filter(Boolean).join(' · ')}
					{when.time ? (
						<>
							{' '}
							<Trans>({when.zoneCity} time)</Trans>
						</>
					) : null}
				</p>
				<p className="text-sm text-muted [overflow-wrap:anywhere]" dir="auto">
					{place}
				</p>
			</div>
		</div>
	);
}

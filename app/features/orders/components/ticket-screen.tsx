import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { keepAwake } from '#app/lib/keep-awake.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Modal } from '#app/ui/modal.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { formatTicketCode, TICKET_QR } from '#shared/rules/ticket-code.ts';

type Ticket = ManagedOrder['attendees'][number];

/**
 * The codes alone, on a white screen that stays on: a light screen is read best, and no page can change its brightness. Several tickets lie
 * beside each other. Esc, "back" and a press anywhere close it.
 */
export function TicketScreen(props: { tickets: Ticket[]; first: Ticket; onClose: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { tickets, first, onClose } = props;
	const id = useId();
	const shown = useRef<HTMLLIElement>(null);
	const close = useEffectEvent(onClose);
	useEffect(() => keepAwake(), []);
	useEffect(() => catchBack(close), []);
	useEffect(() => {
		// What it returns in some browsers is no cleanup.
		shown.current?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
	}, []);
	const all = formats.number(tickets.length);
	return (
		<Modal isOpen onClose={onClose} labelledBy={id} className="modal-full">
			{/* Esc and the button close it for everybody else. */}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
			<div
				data-theme="light"
				className="keep-colours relative flex size-full bg-code-ground text-code-ink"
				onClick={onClose}
			>
				<h2 id={id} className="sr-only" tabIndex={-1}>
					{tickets.length > 1 ? t`Tickets` : t`Ticket`}
				</h2>
				<ul
					// The keyboard scrolls it.
					tabIndex={tickets.length > 1 ? 0 : undefined}
					data-autofocus={tickets.length > 1 || undefined}
					aria-labelledby={id}
					className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-contain"
				>
					{tickets.map((ticket, index) => (
						<li
							key={ticket.id}
							ref={ticket.id === first.id ? shown : undefined}
							className="flex w-full flex-none snap-center snap-always flex-col items-center justify-center gap-4 p-4"
						>
							<p className="max-w-full text-center text-xl font-semibold [overflow-wrap:anywhere]" dir="auto">
								{ticket.name}
							</p>
							{ticket.ticketCode ? (
								<>
									<QrCode
										value={ticket.ticketCode}
										ecc={TICKET_QR.ecc}
										quietZoneModules={TICKET_QR.quietZoneModules}
										label={t`QR code of the ticket for ${ticket.name}`}
										className="w-[min(100%,100dvh-14rem,40rem)]"
									/>
									<p className="text-center font-mono text-sm" dir="ltr">
										<bdi>{formatTicketCode(ticket.ticketCode)}</bdi>
									</p>
								</>
							) : null}
							<p className="flex max-w-full flex-wrap justify-center gap-x-3 text-center text-sm">
								<span className="[overflow-wrap:anywhere]" dir="auto">
									{ticket.ticketTypeName}
								</span>
								{tickets.length > 1 ? (
									<span className="font-medium tabular-nums">
										<Trans>
											{formats.number(index + 1)} of {all}
										</Trans>
									</span>
								) : null}
							</p>
						</li>
					))}
				</ul>
				<span className="absolute end-2 top-2">
					<IconButton
						icon={X}
						size="lg"
						label={t`Close`}
						tip="none"
						onClick={onClose}
						data-autofocus={tickets.length > 1 ? undefined : true}
					/>
				</span>
			</div>
		</Modal>
	);
}

/**
 * Until the returned function is called, the browser's "back" calls `onBack` and stays on the page: for what covers the whole screen.
 * The router sees a move to the address where it is: the page's `shouldRevalidate` decides whether that loads it again.
 */
function catchBack(onBack: () => void): () => void {
	let isOver = false;
	window.history.pushState(window.history.state, '');
	const listen = () => {
		if (isOver) return;
		isOver = true;
		onBack();
	};
	window.addEventListener('popstate', listen, { once: true });
	return () => {
		if (isOver) return;
		isOver = true;
		window.history.back();
	};
}

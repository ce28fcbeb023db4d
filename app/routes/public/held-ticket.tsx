import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import { EventLink, EventNotice } from '#app/features/orders/components/order-notice.tsx';
import { TicketCard } from '#app/features/orders/components/ticket-card.tsx';
import { TicketLink } from '#app/features/orders/components/ticket-link.tsx';
import { publicApi } from '#app/lib/public-api.ts';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkLoader } from '#app/lib/server-api.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import * as contracts from '#shared/contracts/ticket-transfers.ts';
import { getHeldTicket } from '#shared/contracts/ticket-transfers.ts';
import type { Route } from './+types/held-ticket';

const NamesDialog = lazyDialog(() =>
	import('#app/features/orders/components/names-dialog.tsx').then((module) => module.NamesDialog),
);
const HandOnDialog = lazyDialog(() =>
	import('#app/features/orders/components/hand-on-dialog.tsx').then((module) => module.HandOnDialog),
);
const TicketScreen = lazyDialog(() =>
	import('#app/features/orders/components/ticket-screen.tsx').then((module) => module.TicketScreen),
);
/** Links alone, which work before their script. */
const OrderFacts = lazyPart(
	() => import('#app/features/orders/components/order-facts.tsx').then((module) => module.OrderFacts),
	null,
);
// After the ticket, never before it: neither its script nor its data is waited for.
const OrderQuestions = lazyPart(
	() =>
		import('#app/features/questions/components/order-questions.tsx').then((module) => module.OrderQuestions),
	null,
);
/** Only a ticket that is offered has it. */
const HeldOffer = lazyPart(
	() => import('#app/features/orders/components/held-offer.tsx').then((module) => module.HeldOffer),
	null,
);

export const loader = linkLoader(getHeldTicket, 'ticketToken');

/** What covers the page changes the address's history alone: a ticket is shown without a connection. */
export const shouldRevalidate = () => false;

export const headers = linkPageHeaders;

/** /ticket/:ticketToken: a ticket that was transferred, for whoever holds it now. */
export default function HeldTicketPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const { ticketToken } = params;
	const actions = useHeldTicket(ticketToken, loaderData);
	const { held } = actions;
	const { event, offer } = held;
	const ticket = { ...held.ticket, isHandedOn: false, offer, resale: null };
	const isValid = ticket.status === 'active';
	const [requested, setRequested] = useState<'rename' | 'hand-on' | 'show' | null>(null);
	const close = () => setRequested(null);
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem] print:bg-none"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-5 py-4 md:gap-8 md:py-10">
				<PageTitle title={t`Your ticket: ${event.title}`} />
				<meta name="robots" content="noindex" />
				<SandboxNote of={event} />
				<h1 tabIndex={-1} className="title-page print:hidden">
					<Trans>Your ticket</Trans>
				</h1>
				<EventNotice event={event} />
				{isValid ? null : (
					<Callout title={t`This ticket is cancelled`} action={<EventLink path={`/events/${event.slug}`} />}>
						<Trans>It is no longer valid. Questions? Contact {event.organiserName}.</Trans>
					</Callout>
				)}
				<div className="grid items-start gap-8 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14">
					<section aria-label={t`Ticket`} className="flex min-w-0 flex-col gap-4">
						<TicketCard
							tickets={isValid ? [ticket] : []}
							order={{ event, code: held.orderCode }}
							isNew={false}
							actionsOf={() => null}
							onShow={() => setRequested('show')}
						/>
						{offer ? <HeldOffer offer={offer} event={event} onTakeBack={actions.takeBack} /> : null}
						{isValid && event.status !== 'cancelled' ? (
							<>
								<div className="needs-script flex flex-wrap gap-2 print:hidden">
									<Button variant="outline" icon={Pencil} onClick={() => setRequested('rename')}>
										{t`Edit name`}
									</Button>
									{held.canTransfer && !offer ? (
										<Button variant="outline" icon={Send} onClick={() => setRequested('hand-on')}>
											{t`Transfer`}
										</Button>
									) : null}
								</div>
								<TicketLink
									path={`/ticket/${ticketToken}`}
									subject={t`Your ticket: ${event.title}`}
									note={<Trans>Anyone with this link can view and transfer your ticket.</Trans>}
								/>
								<p className="max-w-100 text-sm text-muted print:hidden">
									<Trans>Turn up your brightness at the door. A screenshot or printout works too.</Trans>
								</p>
							</>
						) : null}
						<noscript>
							<p className="text-sm text-muted print:hidden">
								<Trans>To edit the name or transfer your ticket, turn on JavaScript.</Trans>
							</p>
						</noscript>
					</section>
					{isValid ? (
						<div className="flex min-w-0 flex-col gap-8 print:hidden">
							<OrderFacts
								event={event}
								code={held.orderCode}
								calendarUrl={`/api/tickets/${encodeURIComponent(ticketToken)}/calendar.ics`}
							/>
							{/* Comes after the page, so nothing stands below it that it could push. */}
							{event.status === 'cancelled' ? null : (
								<OrderQuestions
									isConfirmed
									link={{ ticketToken }}
									organiserName={event.organiserName}
									people={ticket.name}
								/>
							)}
						</div>
					) : null}
				</div>
				{requested === 'rename' ? (
					<NamesDialog tickets={[ticket]} onRename={(_, name) => actions.rename(name)} onClose={close} />
				) : null}
				{requested === 'show' ? <TicketScreen tickets={[ticket]} first={ticket} onClose={close} /> : null}
				{requested === 'hand-on' ? (
					<HandOnDialog
						name={ticket.name}
						isSandbox={event.isSandbox}
						onOffer={actions.offer}
						onClose={close}
					/>
				) : null}
			</div>
		</div>
	);
}

/** A transferred ticket by its holder's signed link, with the actions allowed on it. */
function useHeldTicket(ticketToken: string, initial: contracts.HeldTicket) {
	const [held, setHeld] = useState(initial);
	const [given, setGiven] = useState(initial);
	if (given !== initial) {
		setGiven(initial);
		setHeld(initial);
	}
	const link = { params: { ticketToken }, hasBearer: false };
	return {
		held,
		rename: async (name: string) =>
			setHeld(await publicApi.call(contracts.updateHeldTicket, { ...link, body: { name } })),
		offer: async (body: { name: string; email: string }, idempotencyKey: string) =>
			setHeld(await publicApi.call(contracts.offerHeldTicket, { ...link, body, idempotencyKey })),
		takeBack: async () => setHeld(await publicApi.call(contracts.withdrawHeldTicket, link)),
	};
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { documentsState, hasDocuments } from '#app/features/documents/order-state.ts';
import type { Asked } from '#app/features/orders/components/asked-dialog.tsx';
import { OrderNotice } from '#app/features/orders/components/order-notice.tsx';
import { SentTo } from '#app/features/orders/components/sent-to.tsx';
import { type Ticket, TicketCard } from '#app/features/orders/components/ticket-card.tsx';
import { type ManagedOrderActions, useManagedOrder } from '#app/features/orders/use-managed-order.ts';
import { firstPart, optionalPart } from '#app/lib/optional-part.tsx';
import { serverClient } from '#app/lib/server-api.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { getManagedOrder, type ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Route } from './+types/my-ticket';

// After the ticket, never before it: neither its script nor its data is waited for.
const OrderQuestions = lazyPart(
	() =>
		import('#app/features/questions/components/order-questions.tsx').then((module) => module.OrderQuestions),
	null,
);

/** Links alone, which work before their script. */
const OrderFacts = lazyPart(
	() => import('#app/features/orders/components/order-facts.tsx').then((module) => module.OrderFacts),
	null,
);

/** Only a paid order has it. */
const OrderDocuments = lazyPart(
	() =>
		import('#app/features/documents/components/order-documents.tsx').then((module) => module.OrderDocuments),
	null,
);

/** Only an order that is owed money has it. */
const RefundAccount = lazyPart(
	() => import('#app/features/orders/components/refund-account.tsx').then((module) => module.RefundAccount),
	null,
);

/** Only an order with a refund onto a gift card has it. */
const RefundCards = lazyPart(
	() => import('#app/features/orders/components/refund-cards.tsx').then((module) => module.RefundCards),
	null,
);

/** Only an order with goods, or with tickets that are not tied to a date, has it. */
const WithdrawSection = lazyPart(
	() =>
		import('#app/features/withdrawals/components/withdraw-section.tsx').then(
			(module) => module.WithdrawSection,
		),
	null,
);

/** Only an order that is not confirmed yet has it. */
const HoldPanel = firstPart('hold-title', () =>
	import('#app/features/orders/components/hold-panel.tsx').then((module) => module.HoldPanel),
);
/** Only an order that needed the organiser's approval has it. */
const ApprovalPanel = firstPart('approval-title', () =>
	import('#app/features/orders/components/approval-panel.tsx').then((module) => module.ApprovalPanel),
);
/** Only an order with a donation has it. */
const GiftThanks = firstPart('gift-thanks', () =>
	import('#app/features/orders/components/gift-thanks.tsx').then((module) => module.GiftThanks),
);
/** Only an order whose gift is given each month has it. */
const MonthlyDonation = firstPart('monthly', () =>
	import('#app/features/orders/components/monthly-donation.tsx').then((module) => module.MonthlyDonation),
);
/** Tickets say themselves what was bought; a donation alone has none. */
const OrderSummary = lazyPart(
	() => import('#app/features/orders/checkout/order-summary.tsx').then((module) => module.OrderSummary),
	null,
);
const ticketActions = () => import('#app/features/orders/components/ticket-actions.tsx');
const TicketActions = firstPart('ticket-actions', () =>
	ticketActions().then((module) => module.TicketActions),
);
const TicketTools = firstPart('ticket-tools', () => ticketActions().then((module) => module.TicketTools));
/** Only a booking of several dates has it. */
const OtherDates = optionalPart(() =>
	import('#app/features/orders/series/other-dates.tsx').then((module) => module.OtherDates),
);
/** Only an order with a change has it. */
const ChangeNotice = firstPart('change-notice', () => ticketActions().then((module) => module.ChangeNotice));
const AskedDialog = lazyDialog(() =>
	import('#app/features/orders/components/asked-dialog.tsx').then((module) => module.AskedDialog),
);
const TicketScreen = lazyDialog(() =>
	import('#app/features/orders/components/ticket-screen.tsx').then((module) => module.TicketScreen),
);
/** Only an order whose buyer has asked for a refund has it. */
const RefundRequestNotice = lazyPart(
	() =>
		import('#app/features/orders/components/refund-request.tsx').then((module) => module.RefundRequestNotice),
	null,
);

/** A signed link is right or it is nothing: every refusal of it is a page that does not exist. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { manageToken } = params;
	const { searchParams } = new URL(request.url);
	try {
		const order = await serverClient({ context, request }).call(getManagedOrder, { params: { manageToken } });
		return { order, isNew: searchParams.has('new'), isChanged: searchParams.has('changed') };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		const { code, message, userMessage } = error;
		const status = error.status < 500 && error.status !== 429 ? 404 : error.status;
		throw data({ code, message, userMessage }, { status });
	}
}

/** What covers the page, and the mark of an arrival, change the address's history alone: a ticket is shown without a connection. */
export function shouldRevalidate({
	currentUrl,
	nextUrl,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
	return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

export function headers() {
	return { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };
}

/** An order of a donation without tickets. */
const isGiftAlone = ({ attendees }: ManagedOrder) => attendees.length === 0;

const liveTickets = (order: ManagedOrder) => order.attendees.filter(({ status }) => status === 'active');

/** The tickets that are the buyer's own: not those that were transferred. */
const ownTickets = (order: ManagedOrder) => liveTickets(order).filter(({ isHandedOn }) => !isHandedOn);

export default function MyTicketPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const actions = useManagedOrder(params.manageToken, loaderData.order);
	const { order } = actions;
	const { event } = order;
	const isNew = useArrival(loaderData.isNew);
	const isChanged = useArrival(loaderData.isChanged);
	const [asked, setAsked] = useState<Asked | { kind: 'show'; ticket: Ticket } | null>(null);
	const close = () => setAsked(null);
	const isAwaiting = order.status === 'awaiting_approval';
	const isConfirmed = order.status === 'confirmed';
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem] print:bg-none"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-5 py-4 md:gap-8 md:py-10">
				<PageTitle
					title={isGiftAlone(order) ? t`Your donation: ${event.title}` : t`Your ticket: ${event.title}`}
				/>
				<meta name="robots" content="noindex" />
				<SandboxNote of={event} />
				<Heading actions={actions} isNew={isNew} onChangeEmail={() => setAsked({ kind: 'change-email' })} />
				<OrderNotice order={order} />
				{order.change || isChanged ? (
					<Suspense>
						<ChangeNotice {...{ actions, isChanged }} manageToken={params.manageToken} />
					</Suspense>
				) : null}
				{order.refunds.some(({ giftCardId }) => giftCardId) ? (
					<RefundCards order={order} manageToken={params.manageToken} />
				) : null}
				{order.owedMinor > 0 ? <RefundAccount actions={actions} manageToken={params.manageToken} /> : null}
				{order.refundRequest ? (
					<RefundRequestNotice actions={actions} manageToken={params.manageToken} />
				) : null}
				<div className="grid items-start gap-8 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14">
					<div className="flex min-w-0 flex-col gap-6">
						<UnconfirmedPart actions={actions} manageToken={params.manageToken} />
						{isGiftAlone(order) || (
							<Tickets actions={actions} isNew={isNew} manageToken={params.manageToken} onAsk={setAsked} />
						)}
						<Donation order={order} isNew={isNew} />
					</div>
					<div className="flex min-w-0 flex-col gap-8 print:hidden">
						{!isConfirmed || isGiftAlone(order) ? null : (
							<OrderFacts
								event={event}
								code={order.code}
								calendarUrl={`/api/orders/${encodeURIComponent(params.manageToken)}/calendar.ics`}
							/>
						)}
						{order.agreementToken ? (
							<Suspense>
								<MonthlyDonation agreementToken={order.agreementToken} />
							</Suspense>
						) : null}
						{hasDocuments(order) ? (
							<OrderDocuments
								manageToken={params.manageToken}
								timeZone={event.timeZone}
								state={documentsState(order)}
							/>
						) : null}
						{order.hasWithdrawal ? (
							<WithdrawSection
								of={{ kind: 'order', token: params.manageToken }}
								onDone={() => void actions.reload()}
							/>
						) : null}
						{/* Comes after the page, so nothing stands below it that it could push. */}
						{(isConfirmed || isAwaiting) && event.status !== 'cancelled' && !isGiftAlone(order) ? (
							<OrderQuestions
								{...{ isConfirmed }}
								link={params}
								organiserName={event.organiserName}
								people={order.attendees.map(({ id, name, status }) => `${id} ${name} ${status}`).join()}
							/>
						) : null}
					</div>
				</div>
				{order.canCancel && isConfirmed ? (
					<section className="needs-script flex print:hidden flex-col items-start gap-2 border-t border-hairline pt-6">
						<h2 className="text-sm font-medium">
							<Trans>Can’t make it?</Trans>
						</h2>
						<p className="text-sm text-muted">
							<Trans>Cancel so someone else can have your spot.</Trans>
						</p>
						<Button
							variant="outline"
							tone="destructive"
							onClick={() => setAsked({ kind: 'cancel', ticket: null })}
						>
							{t`Cancel registration`}
						</Button>
					</section>
				) : null}
				<noscript>
					<p className="text-sm text-muted print:hidden">
						<Trans>To change or cancel your registration, turn on JavaScript.</Trans>
					</p>
				</noscript>
				{asked?.kind === 'show' ? (
					<TicketScreen tickets={ownTickets(order)} first={asked.ticket} onClose={close} />
				) : asked ? (
					<AskedDialog
						{...{ asked, actions }}
						manageToken={params.manageToken}
						tickets={ownTickets(order)}
						onClose={close}
					/>
				) : null}
			</div>
		</div>
	);
}

/** What is to be done about an order that is not confirmed: paid, waited for, or held on to. */
function UnconfirmedPart({ actions, manageToken }: { actions: ManagedOrderActions; manageToken: string }) {
	const { t } = useLingui();
	const { order } = actions;
	const isHold = order.status === 'pending' || order.status === 'expired';
	if (order.status === 'awaiting_approval' || order.declineMessage !== null || (isHold && order.isApproved))
		return (
			<Suspense>
				<ApprovalPanel {...{ actions, manageToken }} />
			</Suspense>
		);
	if (!isHold) return null;
	return isGiftAlone(order) ? (
		<Callout
			tone="warning"
			title={t`Your donation isn’t paid yet`}
			action={
				<ButtonLink to={`/checkout/${manageToken}`} reloadDocument>
					{t`Continue to payment`}
				</ButtonLink>
			}
		/>
	) : (
		<Suspense>
			<HoldPanel actions={actions} />
		</Suspense>
	);
}

/** True after registering, once: the address then loses its mark, so that coming back is an ordinary visit. */
function useArrival(isNew: boolean): boolean {
	const [wasNew] = useState(isNew);
	useEffect(() => {
		if (!wasNew) return;
		// Not a navigation: nothing is loaded again, and "back" leads where it led.
		window.history.replaceState(window.history.state, '', window.location.pathname);
	}, [wasNew]);
	return wasNew;
}

function Heading(props: { actions: ManagedOrderActions; isNew: boolean; onChangeEmail: () => void }) {
	const { t } = useLingui();
	const { order } = props.actions;
	const firstName = order.buyer.name.split(/\s+/)[0] ?? '';
	const count = ownTickets(order).length;
	const isConfirmed = order.status === 'confirmed';
	return (
		<header className="flex flex-col gap-1 md:gap-3 print:hidden">
			<h1 tabIndex={-1} className="title-page [overflow-wrap:anywhere]">
				{isGiftAlone(order) ? (
					isConfirmed ? (
						t`Thank you, ${firstName}`
					) : (
						t`Your donation`
					)
				) : isConfirmed && props.isNew ? (
					t`You’re in, ${firstName}`
				) : isConfirmed ? (
					<Plural value={count} one="Your ticket" other="Your tickets" />
				) : order.status === 'awaiting_approval' ? (
					t`Your request`
				) : (
					t`Your registration`
				)}
			</h1>
			{isConfirmed ? <SentTo actions={props.actions} onChange={props.onChangeEmail} /> : null}
		</header>
	);
}

/** The thanks for a donation once it is paid; without tickets, then what was given. */
function Donation({ order, isNew }: { order: ManagedOrder; isNew: boolean }) {
	return (
		<>
			{order.gift && order.status === 'confirmed' && (
				<Suspense>
					<GiftThanks {...{ order, isNew }} />
				</Suspense>
			)}
			{isGiftAlone(order) && <OrderSummary order={order} />}
		</>
	);
}

function Tickets(props: {
	actions: ManagedOrderActions;
	isNew: boolean;
	manageToken: string;
	onAsk: (asked: Asked | { kind: 'show'; ticket: Ticket }) => void;
}) {
	const { t } = useLingui();
	const { actions, manageToken, onAsk } = props;
	const { order } = actions;
	const live = liveTickets(order);
	const own = ownTickets(order);
	return (
		<section aria-label={t`Tickets`} className="flex flex-col gap-4">
			<TicketCard
				tickets={live}
				order={order}
				isNew={props.isNew}
				actionsOf={(ticket) => (
					<div id={ticket === live[0] ? 'ticket-actions' : undefined} className="contents">
						<Suspense fallback={order.canTransfer && <div className="h-8" />}>
							<TicketActions
								{...{ ticket, actions, manageToken, onAsk }}
								isCancellable={order.canCancel && own.length > 1}
							/>
						</Suspense>
					</div>
				)}
				onShow={(ticket) => onAsk({ kind: 'show', ticket })}
			/>
			<Suspense fallback={live.length > 0 && <div className="h-48" />}>
				<TicketTools {...{ actions, manageToken, onAsk }} own={own.length} />
				{order.otherDates ? <OtherDates {...{ order, manageToken }} onCancelled={actions.show} /> : null}
			</Suspense>
		</section>
	);
}

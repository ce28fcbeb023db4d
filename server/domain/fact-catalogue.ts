import type { SecurityChange } from '#shared/contracts/auth.ts';
import type { PaymentDetailsChanged } from '#shared/rules/payment-details.ts';
import type { DisputeState } from '#shared/rules/payment-states.ts';
import type { PlanId, PlanQuota } from '#shared/rules/plans.ts';
import type { RefundRequestState } from '#shared/rules/refund-policy.ts';
import type { ResaleState } from '#shared/rules/resale.ts';
import type { TransferState } from '#shared/rules/ticket-transfers.ts';

/**
 * The catalogue of facts: what modules publish, in the past tense, to modules on their right. A fact is written in the
 * transaction of the change it tells of. Payloads carry ids; listeners read the rest.
 */
export interface FactCatalogue {
	'accounts.verification-requested': { userId: string; mailTokenId: string };
	'accounts.password-reset-requested': { userId: string; mailTokenId: string };
	'accounts.register-repeated': { userId: string; mailTokenId: string };
	/** Without a leave token the old address has no say; `isTaken`: the new one has an account of its own already. */
	'accounts.email-change-requested': {
		userId: string;
		leaveTokenId: string | null;
		enterTokenId: string;
		isTaken: boolean;
	};
	'accounts.password-changed': { userId: string };
	/** Handled in its transaction, while the account still has the email address. */
	'accounts.security-changed': { userId: string; change: SecurityChange };
	/** An invitation is to be sent: `sent` says which of its links. */
	'accounts.member-invited': { invitationId: string; sent: number };
	'accounts.member-joined': { userId: string; invitationId: string };
	/** Another role, other events or single rights. */
	'accounts.member-changed': { userId: string; byId: string };
	/** `byId` is their own id: they left. */
	'accounts.member-removed': { userId: string; byId: string };
	/** An owner offers the organisation (`byId`) to another member. */
	'accounts.ownership-offered': { userId: string; byId: string };
	/** The offer is over, and nothing changed hands. */
	'accounts.ownership-offer-ended': {
		userId: string;
		byId: string;
		how: 'cancelled' | 'declined' | 'expired';
	};
	/** Members of the organisation need two factors from an instant on (ISO 8601). */
	'accounts.two-factor-required': { from: string };
	'accounts.ownership-transferred': { userId: string; byId: string };
	/** Somebody wants to delete their account; organisations that are theirs alone end with it. Heard by those who may refuse. */
	'accounts.erasure-asked': { userId: string; organisationIds: string[] };
	/** Heard inside the erasure, while the account still bears its name and address. */
	'accounts.user-erased': { userId: string; organisationIds: string[] };
	/** All rows of an organisation are about to be removed: it is deleted with them, or it is a sandbox that is reset. Heard inside the removal. */
	'accounts.organisation-emptied': Record<string, never>;
	/** Heard inside the change: what an organisation says of itself on documents may be another. */
	'settings.organisation-changed': Record<string, never>;
	/** A receipt over a donor's year was cancelled by this document, as one of its donations was refunded, or for another one. */
	'documents.year-receipt-cancelled': { documentId: string };
	/** Heard inside the change: what receipts of donations say of an organisation is another. */
	'documents.gift-receipt-settings-changed': Record<string, never>;
	'settings.export-ready': { userId: string; exportId: string };
	'accounts.organisation-renamed': { organisationId: string; name: string };
	/**
	 * Money has come. Heard inside: what it was paid for happens with it, or a refund is requested. `isPart`: what it was paid for waits for
	 * the rest.
	 */
	/** `changeId`: it paid for a change of an order. */
	'payments.payment-succeeded': {
		paymentId: string;
		subjectId: string;
		isPart?: boolean;
		changeId?: string | undefined;
	};
	/** Money that no provider moved is owed to a buyer, until a member says when it was sent. */
	'payments.refund-owed': { refundId: string; subjectId: string };
	/** The provider has taken a refund on. `giftCard`: it goes back to a gift card, which has it again with this transaction. */
	'payments.refund-accepted': {
		refundId: string;
		subjectId: string;
		giftCard?: { paymentId: string; amountMinor: number; isNotSold: boolean };
	};
	/** A refund has arrived, as far as the provider or a member says, or has failed, perhaps after it had arrived. Each is published once. */
	'payments.refund-settled': { refundId: string; subjectId: string; state: 'succeeded' | 'failed' };
	/** A refund that failed is sent again, as another one. */
	'payments.refund-retried': { refundId: string; failedId: string; subjectId: string };
	/** A period of an agreement is paid. Heard inside: what was bought begins with it. */
	'payments.agreement-paid': { agreementId: string; periodId: string };
	/** A charge without the payer was refused. `needsPayer`: their bank wants them to confirm it. */
	'payments.agreement-failed': {
		agreementId: string;
		periodId: string;
		failures: number;
		needsPayer: boolean;
	};
	'payments.agreement-ended': { agreementId: string; reason: string };
	/** Where the money of an organisation goes was changed, or is to be. */
	'payments.details-changed': PaymentDetailsChanged;
	/** Many cards are declined at an event: somebody tries them out. `day` in UTC. */
	'payments.cards-tried': { day: string };
	/** How a dispute stands, perhaps as before. */
	'payments.dispute-noted': { disputeId: string; state: DisputeState };
	'payments.dispute-lost': { disputeId: string; subjectId: string };
	/** Both perhaps not for the first time. */
	'payments.payout-failed': { payoutId: string };
	'payments.payout-paid': { payoutId: string };
	/** A refund was made at the provider, without us: what was sold for the money is to be taken back. */
	'payments.refund-taken-over': { refundId: string; subjectId: string; amountMinor: number };
	/** Another plan holds for an organisation, or plans are charged from now on, or no more. */
	'subscriptions.plan-changed': Record<string, never>;
	/** A plan was not paid, and its days of grace are over. */
	'subscriptions.plan-lapsed': Record<string, never>;
	/** Four fifths of a limit of the plan are used, or all of it: of the event, where the fact names one. */
	'subscriptions.limit-near': { quota: PlanQuota; plan: PlanId; percent: 80 | 100; limit: number };
	'events.event-created': { eventId: string };
	/** `fields` are the columns that changed; money and capacity rules may refuse some of them. */
	'events.event-updated': { eventId: string; fields: string[] };
	/** Heard inside by those who may refuse. `isBack`: out of the archive. */
	'events.event-published': { eventId: string; isBack?: boolean; isFirst?: boolean };
	/** A planned publishing was refused. `byId`: who planned it. */
	'events.publishing-failed': { eventId: string; byId: string | null; version: number };
	'events.event-unpublished': { eventId: string };
	/** Sales end; all else waits until the time in which it can be undone is over. */
	'events.cancellation-begun': { eventId: string };
	'events.cancellation-undone': { eventId: string; isOnSale: boolean };
	/** For good. */
	/** `seriesChangeId`: cancelled with other dates of its series, so that its guests get one email about all of them. */
	'events.event-cancelled': { eventId: string; message: string; seriesChangeId?: string };
	'events.event-postponed': { eventId: string };
	'events.event-archived': { eventId: string };
	'events.event-deleted': { eventId: string };
	'events.event-rescheduled': { eventId: string };
	/** A consent email is to be sent to an address. */
	'organisers.follow-requested': { followerId: string; email: string; locale: string; requestedAt: string };
	/** Consent to news is confirmed, or has ended; `erased`: the row with its address is gone. */
	'organisers.consent-changed': { followerId: string; change: 'given' | 'ended'; isErased: boolean };
	'organisers.message-received': { messageId: string };
	/** The time in which an edit can be undone before guests are notified is over. */
	'events.change-announced': { changeSetId: string };
	/** The same of a change of several dates of a series. `eventIds`: the dates of which guests are notified. */
	'events.series-change-announced': { seriesId: string; seriesChangeId: string; eventIds: string[] };
	/** Whether a series is booked as a whole was changed. Heard inside by those who sell its dates. */
	'events.series-booking-changed': { seriesId: string };
	/** Tickets that count as guests do so no more, or the other way. */
	'tickets.admission-changed': { ticketTypeId: string };
	/** Heard inside the deletion by those who may refuse it. */
	'tickets.ticket-type-deleted': { ticketTypeId: string };
	/** Why a ticket type is sold without tax, or its tax, was changed. Heard inside the change. */
	'tickets.tax-changed': { ticketTypeId: string };
	/** Answers of an order were written or taken back, also those of these people. Heard inside the change. */
	'questions.answered': { orderId: string; attendeeIds: string[] };
	/** Somebody is to get the way to a door by mail. */
	'staff.link-shared': {
		staffLinkId: string;
		shortCode: string;
		email: string;
		note: string;
		shareId: string;
	};
	/** Written by the sale's own statement: only `afterCommit` listeners handle it. */
	'orders.order-confirmed': { orderId: string; notify: boolean };
	/** Several dates of a series were booked at once, without a price: one email tells of all of them. `eventId` is the first date’s. */
	'orders.dates-booked': { seriesOrderId: string };
	/** These orders of such a booking were cancelled by their buyer at once. */
	'orders.dates-cancelled': { seriesOrderId: string; orderIds: string[] };
	/** Guests of an order were moved to another date of the series: `eventId` is the date that they left. */
	'orders.order-moved': {
		fromOrderId: string;
		toEventId: string;
		toOrderId: string;
		attendeeIds: string[];
		notify: boolean;
		/** The organiser’s words to the guests. */
		note?: string;
	};
	/**
	 * An order was placed that needs approval, or its approval was decided; `lapsed`: the organiser did not decide in time. An approved order
	 * without a price is confirmed as well (`orders.order-confirmed`).
	 */
	'orders.approval-changed': { orderId: string; state: 'asked' | 'approved' | 'declined' | 'lapsed' };
	/**
	 * Somebody joined a waitlist, or did so again while they wait (`repeated`: they are sent their link), is offered tickets, or their entry
	 * ended: offers lapsed, the organiser removed it, the event is over or cancelled. `offered` and `lapsed` name the offer.
	 */
	'waitlist.entry-changed': {
		entryId: string;
		change: 'joined' | 'repeated' | 'offered' | 'lapsed' | 'removed' | 'closed';
		offerId?: string;
	};
	/** Who waited has left a waitlist, or was erased. */
	'waitlist.entry-left': { entryId: string };
	/** An offer was taken by an order, was declined, or has lost its tickets: without `orderId`, its entry waits on. */
	'waitlist.offer-ended': { entryId: string; offerId: string; orderId?: string };
	/** A buyer pays by transfer or at the door. `remindedOn`: the organiser asks for the money again, on that day. */
	'orders.payment-chosen': { orderId: string; terms: 'transfer' | 'door'; remindedOn?: string };
	/** A member changed tickets for ones that cost more, which the buyer is to pay. */
	'orders.change-to-pay': { orderId: string; changeId: string };
	/** Details of a guest were changed, by themself or an organiser: `fields` names them. */
	'orders.guest-updated': { orderId: string; attendeeIds: string[]; fields: string[] };
	'orders.order-cancelled': {
		orderId: string;
		attendeeIds: string[];
		notify: boolean;
		notifiesAttendee?: boolean | undefined;
	};
	/** A refund request was made, cancelled or answered. Handled in its transaction. */
	'orders.refund-request-changed': { orderId: string; requestId: string; state: RefundRequestState };
	/** Nobody has decided about a request for a refund in seven days. Heard inside the change, once. */
	'orders.refund-request-waits': { orderId: string; requestId: string };
	/** A ticket is offered to somebody, who has accepted or declined it since, or let the time for it pass. */
	'orders.transfer-changed': {
		orderId: string;
		attendeeId: string;
		transferId: string;
		state: Exclude<TransferState, 'withdrawn'>;
	};
	/** A place of a group that one order pays for was claimed: its ticket is the guest’s now. */
	'orders.place-claimed': { orderId: string; attendeeId: string; groupId: string };
	/** The leader of a group released a place, whose guest is named: their ticket is no longer valid. */
	'orders.place-released': {
		orderId: string;
		attendeeId: string;
		groupId: string;
		name: string;
		email: string;
	};
	/** A group was made; it has another leader; its deadline is near, with places that nobody has taken; or it ended. */
	'groups.group-changed': { groupId: string; change: 'created' | 'led' | 'closing' | 'ended' };
	/** Somebody was sent the link of a group, or is reminded of it on that day. */
	'groups.guest-invited': { groupId: string; invitationId: string; remindedOn?: string };
	/** Gift cards were paid for: each of them is active from then on (`gift-cards.issued`). Heard inside the settlement. */
	'gift-cards.purchased': { purchaseId: string };
	/** A gift card can be used. */
	'gift-cards.issued': { giftCardId: string };
	/** It is to be sent to its recipient, else to its buyer: `sending` says which time. */
	'gift-cards.sent': { giftCardId: string; sending: number };
	/** It paid an order, or part of one. */
	'gift-cards.used': { giftCardId: string; paymentId: string; orderId: string; amountMinor: number };
	/** A buyer withdrew from a contract: accepted at once, or the organiser decides. */
	'withdrawals.received': { withdrawalId: string; isAccepted: boolean };
	/** A member decided about a withdrawal. */
	'withdrawals.decided': { withdrawalId: string; isAccepted: boolean };
	/** Something was sold or paid at the door: a card and a transfer still wait for their money. */
	'door-sales.sold': { saleId: string; orderId: string };
	/** The cash of a device was counted at its end. */
	'door-sales.drawer-closed': { drawerId: string };
	/** How the offer of a ticket for resale stands now, of the order that it is of. */
	'orders.resale-changed': {
		orderId: string;
		attendeeId: string;
		listingId: string;
		state: ResaleState;
	};
	/** An order with gifts was confirmed; some or all of them were taken back. Heard inside the change. */
	'orders.gifts-received': { orderId: string };
	'orders.gifts-returned': { orderId: string };
	/** With their account a person was erased from orders or tickets (`attendeeIds`) of this organisation. Heard inside the erasure. */
	'orders.account-erased': { userId: string; attendeeIds: string[] };
	/** A guest was erased by the organiser of an event. Heard inside the erasure, never stored. */
	'orders.guest-erased': ErasedGuest;
	/** A receipt of a donation was issued by itself, or was cancelled: which of the two the document says. */
	'orders.gift-receipt-changed': { orderId: string; documentId: string };
	/** Of one ticket, where `attendeeId` is there. */
	'orders.confirmation-requested': { orderId: string; requestId: string; attendeeId?: string | undefined };
	/** A person was erased from donations to this organisation. Heard inside the erasure. */
	'fundraisers.donor-erased': { userId: string };
	/** The receipt of an offline donation, or over a donor's year, was issued or cancelled: which of the two the document says. */
	'fundraisers.receipt-changed': { donationId: string; documentId: string };
	/** A live fundraiser has reached its goal: published once for each goal, whatever is refunded later. */
	'fundraisers.goal-reached': { goalMinor: number };
	/** A visitor has reported a page of a supporter: the first since a member decided about it. `version` is the page's then. */
	'fundraisers.page-reported': { pageId: string; version: number };
	/** Supporters' pages show these pictures no more: their files are removed. Stems of the stored names. */
	'fundraisers.pictures-dropped': { stems: string[] };
	/** A Gift Aid declaration by word of mouth was entered, whose donor gets its written record by email. */
	'fundraisers.declaration-recorded': { donationId: string; declarationId: string };
	/** A supporter has made a page or a team; a member has shown or hidden it. `version` is the page's then. */
	'fundraisers.page-made': { pageId: string; version: number };
	'fundraisers.page-moderated': { pageId: string; version: number };
	/** The address is what was typed; listeners look up whether it has pages. */
	'fundraisers.page-links-requested': { email: string };
	'feedback.status-changed': { reportId: string; activityId: string };
	'support.message-received': { messageId: string };
	/** The address is what was typed; listeners look up whether it has tickets. */
	'support.tickets-asked-for': { email: string };
	'check-in.conflict-found': { checkInId: string };
	/** A list that let people in refuses some of them now. `changeId` tells one time from another. */
	'check-in.list-narrowed': { listName: string; changeId: string };
	/** The last emails of a message to guests were put into the outbox. */
	'messages.message-sent': { messageId: string };
	/** An administrator decided about a message that waited for review; `version` is the message’s then. */
	'messages.message-reviewed': { messageId: string; outcome: 'released' | 'refused'; version: number };
	/** The file of a report is made. */
	'reports.report-ready': { runId: string };
	/** The clock was moved forward in the sandbox that is the organisation of the fact. */
	'developer.sandbox-moved': { hours: number };
}

/** A name with the email that stood beside it, or ''. */
export interface ErasedPerson {
	name: string;
	email: string;
}

export interface ErasedGuest {
	people: ErasedPerson[];
	/** Those of their emails that nobody else has at the event, as they were typed. */
	emails: string[];
	/** Tickets that bore their name, and orders that they placed. */
	attendeeIds: string[];
	orderIds: string[];
}

export type FactName = keyof FactCatalogue;

export interface Fact<N extends FactName = FactName> {
	name: N;
	organisationId: string | null;
	eventId: string | null;
	payload: FactCatalogue[N];
}

/** A fact as a later listener gets it: with the id that makes its work safe to repeat. */
export type RecordedFact<N extends FactName = FactName> = Fact<N> & { id: string };

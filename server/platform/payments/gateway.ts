import type { DeclineCode } from './decline-codes.ts';

/**
 * A payment provider. Amounts are minor units of ISO 4217 beside their currency (upper case); the adapter converts them to the provider's
 * units. `account` is the provider's id of a connected account, null is the installation's own account. `key` is the idempotency key: the
 * same call with the same key has one effect and one result. Calls throw `GatewayError` and nothing else, and end within 8 seconds.
 */
export interface Gateway {
	readonly name: 'stripe' | 'test';

	/** Charges in one call: creates the payment and confirms it with what the browser collected. @throws GatewayError `declined` with the payment */
	createAndConfirm(input: NewPayment): Promise<GatewayPayment>;
	/** Another attempt on the same payment, after a decline or a failed challenge. */
	confirm(input: {
		key: string;
		account: AccountId;
		paymentId: string;
		confirmationToken: string;
		returnUrl: string;
		mustAuthenticate?: boolean;
	}): Promise<GatewayPayment>;
	getPayment(input: { account: AccountId; paymentId: string }): Promise<GatewayPayment>;
	/**
	 * The payment whose metadata has all of these values, among those created since an instant; null when there is none. For a payment whose
	 * answer was lost longer ago than the provider remembers keys.
	 */
	findPayment(input: {
		account: AccountId;
		metadata: Readonly<Record<string, string>>;
		since: Date;
	}): Promise<GatewayPayment | null>;
	/** @throws GatewayError `refused`, reason `state`, when it has succeeded meanwhile */
	cancelPayment(input: { key: string; account: AccountId; paymentId: string }): Promise<GatewayPayment>;

	/** @param input `refundFee` returns the installation's fee in the same proportion. */
	refund(input: {
		key: string;
		account: AccountId;
		paymentId: string;
		amountMinor: number;
		currency: string;
		refundFee: boolean;
		metadata: Readonly<Record<string, string>>;
	}): Promise<GatewayRefund>;
	getRefund(input: { account: AccountId; refundId: string }): Promise<GatewayRefund>;
	/** All refunds of a payment, also those made in the provider's dashboard. */
	listRefunds(input: { account: AccountId; paymentId: string }): Promise<GatewayRefund[]>;

	/** Somebody whose payment methods can be saved; holds nothing but an email address for receipts of the provider. */
	createCustomer(input: { key: string; account: AccountId; email: string }): Promise<{ id: string }>;
	/** Saves a payment method without charging it; the payer may have to authenticate. @throws GatewayError `declined` */
	saveMethod(input: {
		key: string;
		account: AccountId;
		customerId: string;
		confirmationToken: string;
		returnUrl: string;
	}): Promise<GatewaySetup>;
	getSetup(input: { account: AccountId; setupId: string }): Promise<GatewaySetup>;
	/**
	 * Charges a saved method while the payer is not present.
	 * @throws GatewayError `declined`; `needs_action` when the issuer wants the payer to authenticate, who must pay by `confirm` then
	 */
	chargeSaved(
		input: Omit<NewPayment, 'confirmationToken' | 'returnUrl' | 'saveFor' | 'mustAuthenticate'> & {
			customerId: string;
			methodId: string;
		},
	): Promise<GatewayPayment>;
	/** Forgets a saved method; it cannot be charged any more. */
	removeMethod(input: { key: string; account: AccountId; methodId: string }): Promise<void>;

	getDispute(input: { account: AccountId; disputeId: string }): Promise<GatewayDispute>;
	/** Sends texts to the card issuer; with `submit` they are final. */
	sendEvidence(input: {
		key: string;
		account: AccountId;
		disputeId: string;
		evidence: DisputeEvidence;
		submit: boolean;
	}): Promise<GatewayDispute>;
	/** Gives the dispute up: it is lost at once. */
	acceptDispute(input: { key: string; account: AccountId; disputeId: string }): Promise<GatewayDispute>;

	openAccount(input: { key: string; country: string; name: string; email: string }): Promise<GatewayAccount>;
	/** A single-use address of the provider where the account's owner enters what is missing. */
	accountLink(input: { account: string; returnUrl: string; refreshUrl: string }): Promise<{ url: string }>;
	getAccount(account: string): Promise<GatewayAccount>;

	/** Lets wallets such as Apple Pay appear on pages of a host for an account. Repeating it changes nothing. */
	registerDomain(input: { account: AccountId; host: string }): Promise<void>;
	/**
	 * Tells the provider where to deliver events. @returns the secret that signs them, which the provider never shows again; null when events
	 * are delivered there already
	 */
	createEventEndpoint(input: { endpoint: EventEndpoint; url: string }): Promise<{ secret: string } | null>;

	/** Movements of the account's balance, newest first. @param input `payoutId` lists what one payout is made of */
	listBalanceItems(input: {
		account: AccountId;
		since?: Date;
		payoutId?: string;
		cursor?: string;
	}): Promise<GatewayPage<GatewayBalanceItem>>;
	listPayouts(input: {
		account: AccountId;
		since?: Date;
		cursor?: string;
	}): Promise<GatewayPage<GatewayPayout>>;
	getPayout(input: { account: AccountId; payoutId: string }): Promise<GatewayPayout>;
	/** Events of one account of the last 30 days, newest first, whether they were delivered or not. */
	listEvents(input: { account: AccountId; since: Date; cursor?: string }): Promise<GatewayPage<GatewayEvent>>;

	/**
	 * Reads an event that was delivered to an endpoint. Its content is a hint which object to fetch, never data.
	 * @throws GatewayEventError when body, time, secret or endpoint are not the provider's
	 */
	readEvent(
		rawBody: string | Uint8Array,
		headers: { get(name: string): string | null },
		endpoint: EventEndpoint,
	): GatewayEvent;

	/** What the checkout needs to show card fields for an account. */
	browserConfig(account: AccountId): BrowserConfig;
}

/** The provider's id of a connected account; null: the installation's own. */
export type AccountId = string | null;

/** Where events are delivered to, each with its own secret: of the installation's account, of connected accounts, and about the accounts themselves. */
export const eventEndpoints = ['platform', 'connect', 'accounts'] as const;
export type EventEndpoint = (typeof eventEndpoints)[number];

export interface NewPayment {
	key: string;
	account: AccountId;
	amountMinor: number;
	currency: string;
	/** The installation's share; 0 where there is none. */
	feeMinor: number;
	confirmationToken: string;
	description: string;
	/** Follows the account's own text on the card statement; at most 22 characters with it. */
	statementSuffix: string;
	metadata: Readonly<Record<string, string>>;
	/** Where the payer returns to after a challenge on another page. */
	returnUrl: string;
	/** Saves the payment method for this customer, to be charged again without the payer. */
	saveFor?: string;
	/** The card's bank authenticates the payer by 3-D Secure, whatever it would think of the payment itself. */
	mustAuthenticate?: boolean;
}

/** A payment method that is being saved. */
export interface GatewaySetup {
	id: string;
	status: 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'canceled';
	customerId: string | null;
	/** To be charged once the status is `succeeded`. */
	methodId: string | null;
	card: GatewayCard | null;
	failure: { code: DeclineCode; providerCode: string; advice: string | null } | null;
	nextAction: { url: string } | { clientSecret: string } | null;
}

export interface GatewayPayment {
	id: string;
	status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
	amountMinor: number;
	currency: string;
	account: AccountId;
	metadata: Readonly<Record<string, string>>;
	feeMinor: number;
	capturedMinor: number;
	refundedMinor: number;
	/** Why the last attempt failed; null after a success and before the first attempt. */
	failure: { code: DeclineCode; providerCode: string; advice: string | null } | null;
	/** The payer’s next action: open a URL, or let the provider's script act on the client secret. */
	nextAction: { url: string } | { clientSecret: string } | null;
	/** The card of the last attempt. */
	card: GatewayCard | null;
	/** The payment method, which can be charged again when it was saved. */
	methodId: string | null;
	customerId: string | null;
	chargeId: string | null;
	balanceItemId: string | null;
	isDisputed: boolean;
	isLive: boolean;
	createdAt: Date;
}

export interface GatewayCard {
	brand: string;
	last4: string;
	funding: string | null;
	country: string | null;
	/** The same for the same card number on one provider account. */
	fingerprint: string | null;
	/** How the payer was authenticated by 3-D Secure; null when they were not. */
	threeDSecure: string | null;
	wallet: string | null;
}

export interface GatewayRefund {
	id: string;
	paymentId: string | null;
	amountMinor: number;
	currency: string;
	status: 'pending' | 'succeeded' | 'failed' | 'canceled';
	failureReason: string | null;
	metadata: Readonly<Record<string, string>>;
	balanceItemId: string | null;
	createdAt: Date;
}

export interface GatewayDispute {
	id: string;
	paymentId: string | null;
	amountMinor: number;
	currency: string;
	/** The issuer's reason: `fraudulent`, `product_not_received` … */
	reason: string;
	/** `inquiry`: a question before a dispute, no money was taken. `closed`: an inquiry that ended without one. */
	status: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed';
	evidenceDueAt: Date | null;
	isEvidenceSent: boolean;
	/** What the dispute took from and gave back to the balance; fees are positive. */
	movements: readonly { balanceItemId: string; amountMinor: number; feeMinor: number; currency: string }[];
	createdAt: Date;
}

/** Texts for the card issuer; all optional. */
export interface DisputeEvidence {
	productDescription?: string;
	customerName?: string;
	customerEmail?: string;
	/** The day of the event as people write it. */
	serviceDate?: string;
	/** When the ticket was sent, opened, scanned. */
	accessLog?: string;
	refundPolicy?: string;
	refundRefusal?: string;
	other?: string;
}

export interface GatewayAccount {
	id: string;
	country: string | null;
	name: string | null;
	chargesEnabled: boolean;
	payoutsEnabled: boolean;
	/** The owner has been through the provider's form at least once. */
	detailsSubmitted: boolean;
	defaultCurrency: string | null;
	/** What the provider still needs; `code` is the provider's name of the field. */
	requirements: readonly { code: string; isPastDue: boolean; dueAt: Date | null }[];
	disabledReason: string | null;
	isClosed: boolean;
	isLive: boolean;
}

export interface GatewayBalanceItem {
	id: string;
	kind:
		| 'charge'
		| 'refund'
		| 'refund_failure'
		| 'dispute'
		| 'dispute_reversal'
		| 'payout'
		| 'payout_failure'
		| 'application_fee'
		| 'application_fee_refund'
		| 'fee'
		| 'other';
	/** Signed; the balance grows by `netMinor` = amount − fee. */
	amountMinor: number;
	feeMinor: number;
	netMinor: number;
	/** Of the fee: what went to the installation, and what to the provider (its tax included). Negative when returned. */
	applicationFeeMinor: number;
	providerFeeMinor: number;
	/** The currency of the balance, which may differ from the payment's. */
	currency: string;
	/** As the provider writes it; null when no money was exchanged. */
	exchangeRate: string | null;
	/** The charge, refund, dispute or payout behind it. */
	sourceId: string | null;
	paymentId: string | null;
	availableOn: Date;
	createdAt: Date;
}

export interface GatewayPayout {
	id: string;
	amountMinor: number;
	currency: string;
	status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
	arrivesOn: Date;
	failureReason: string | null;
	/** The bank's reference, where it has one. */
	trace: string | null;
	balanceItemId: string | null;
	/** Only payouts by schedule list which items they are made of. */
	isAutomatic: boolean;
	createdAt: Date;
}

/** What an event is about: fetch this object. `payment` is also the answer for events of charges. */
export interface GatewayEvent {
	id: string;
	/** The provider's own name, for the log. */
	type: string;
	account: AccountId;
	objectType: 'payment' | 'setup' | 'refund' | 'dispute' | 'payout' | 'account' | null;
	objectId: string | null;
	/** The payment that a refund or dispute belongs to. */
	paymentId: string | null;
	isLive: boolean;
	createdAt: Date;
}

export interface GatewayPage<Item> {
	items: readonly Item[];
	/** Hand it in to read on; null at the end. */
	next: string | null;
}

/** How the checkout collects the card: with the provider's script, or in a frame of the built-in gateway. */
export type BrowserConfig =
	| { kind: 'stripe'; publishableKey: string; account: AccountId; methods: string[] }
	| { kind: 'test'; fieldsUrl: string };

import type { UnpaidOrder } from '#shared/contracts/door-payments.ts';
import type { CashDrawer, DoorSale, DoorShop } from '#shared/contracts/door-sales.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { DoorWay } from '#shared/rules/door-sales.ts';
import type { CartItem, Quote } from '#shared/rules/pricing/quote.ts';

/** What is sold at the door in one go. */
export interface SaleRequest {
	items: readonly CartItem[];
	way: DoorWay;
	/** In cash: what was given, in minor units; absent: exactly what is due. */
	given?: number | undefined;
	name: string;
	/** Empty: no email. */
	email: string;
	/** The guests go in at once. */
	isEntering: boolean;
	/** The price shown to the guest. */
	quote: Quote;
}

/** A sale in cash that waits for the network. Nothing of it is thrown away before the server has taken it. */
export interface QueuedSale {
	nonce: string;
	items: readonly CartItem[];
	totalMinor: number;
	/** What was due after rounding to coins. */
	dueMinor: number;
	given?: number | undefined;
	name: string;
	email: string;
	checkIn: { listId?: string; gateId?: string | null } | null;
	soldAt: string;
	clockOffsetMs: number;
	priceList: string;
	drawerId: string;
	/** Why the server did not take it; it stays here and can be sent again. Null: not refused. */
	problem: string | null;
	/** It was sent and no answer came, and nothing is reserved for it: whether the server took it is known when it is reached again. */
	isUnanswered?: true;
}

/** The outcome of a sale: accepted by the server, or stored on this device. */
export type SaleResult = { kind: 'server'; sale: DoorSale } | { kind: 'device'; sale: QueuedSale };

/** The state of selling, as the screen shows it. */
export interface SalesView {
	/** Null: not known yet. Stored on the device for when there is no network. */
	shop: DoorShop | null;
	/** Whether the last call reached the server: without it only cash is taken, out of what is reserved. */
	isConnected: boolean;
	/** Why the shop could not be read and nothing is stored of it. */
	error: AppError | null;
	/** What waits for the server, the oldest first; those with a problem are among them. */
	queue: readonly QueuedSale[];
	/** Tickets that this device may still sell without a network, by type. */
	offlineLeft: ReadonlyMap<string, number>;
	/** The open drawer with what was sold without a network since; null: none. */
	drawer: (CashDrawer & { unsentMinor: number }) | null;
}

/** Selling at this device. */
export interface Till {
	subscribe(listener: () => void): () => void;
	getView(): SalesView;
	/** Reads the shop anew, sends what waits, tops up what is reserved. */
	refresh(): Promise<void>;
	/** The price of a cart: by the server, or offline by the stored price list. */
	price(items: readonly CartItem[]): Quote | AppError;
	/** @throws AppError what the server refuses; without a network what can only be done with one */
	sell(request: SaleRequest): Promise<SaleResult>;
	/** Orders that wait for their payment, by code or name. */
	findUnpaid(q: string): Promise<UnpaidOrder[]>;
	takePayment(of: { guestId: string; way: DoorWay; given?: number | undefined }): Promise<DoorSale>;
	/** Whether the money has come. */
	look(saleId: string): Promise<DoorSale>;
	cancel(saleId: string): Promise<DoorSale>;
	count(count: {
		action: 'open' | 'close';
		countedMinor: number;
		name: string;
		note: string;
	}): Promise<CashDrawer>;
	/** Sends a refused sale again. */
	retry(nonce: string): Promise<void>;
	close(): void;
}

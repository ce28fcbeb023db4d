/** Ways in which it changes where the money of an organisation goes. */
export const paymentDetailsChanges = [
	/** Bank details are in use from now on. */
	'transfer-set',
	/** They are to be used in a day, or when another member confirms them. */
	'transfer-requested',
	'transfer-confirmed',
	'transfer-withdrawn',
	'account-opened',
	'account-disconnected',
] as const;
export type PaymentDetailsChange = (typeof paymentDetailsChanges)[number];

/** One such change: who made it, when and from where. */
export interface PaymentDetailsChanged {
	change: PaymentDetailsChange;
	/** The last letters of the IBAN that it is about; empty where there is none. */
	ibanEnd: string;
	byId: string;
	at: string;
	/** An IPv4 address, or a /64 of IPv6. */
	network: string;
	browser: string | null;
	system: string | null;
}

/** Hours until a changed IBAN is shown to buyers, unless another member confirms it. */
export const bankDetailsHours = 24;

/** Hours that somebody has been a member for before they confirm what another member changed. */
export const confirmingMemberHours = 24;

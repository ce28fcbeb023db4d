/**
 * Kinds of lines of a priced order. `gift`: given, not bought, so without tax. `cover`: what a donor adds for the card fees of their
 * gift. `service_fee`: the fee that the buyer bears. `surplus`: what the price of a ticket has above its fair value, or
 * above the minimum of a donation, a gift too; the `ticket` line of the same type and tier is then that value.
 */
export const orderLineKinds = ['ticket', 'add_on', 'gift', 'cover', 'service_fee', 'surplus'] as const;
export type OrderLineKind = (typeof orderLineKinds)[number];

/** Whether a line is income from donations: given beside tickets, as the price of one, or above the fair value of one. */
export const isDonated = ({ kind }: { kind: OrderLineKind }): boolean =>
	kind === 'gift' || kind === 'surplus';

/** In whose honour or memory a gift is made. */
export const dedicationKinds = ['honour', 'memory'] as const;
export interface Dedication {
	kind: (typeof dedicationKinds)[number];
	name: string;
}

/** The donor’s message and options beside the amount. */
export interface GiftDetails {
	/** Not named on the donor wall; the organiser knows the name all the same. */
	anonymous: boolean;
	message: string;
	honour: Dedication | null;
	/** Given each month until the donor stops; this is one of those gifts, or begins them. */
	monthly?: boolean | undefined;
	/** The page or team of a supporter that it counts for. */
	pageId?: string | undefined;
	/** The donor wants the updates of the fundraiser by email. */
	updates?: boolean | undefined;
}

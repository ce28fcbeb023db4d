/** What a line of a priced order is for. `gift`: given, not bought, so without tax. `service_fee`: the fee that the buyer bears. */
export const orderLineKinds = ['ticket', 'add_on', 'gift', 'service_fee'] as const;
export type OrderLineKind = (typeof orderLineKinds)[number];

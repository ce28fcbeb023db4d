import type { Order } from './send.ts';

/** Messages by the part of the form; `form` stands above the button. */
export type Complaints = Partial<Record<'tickets' | 'name' | 'email' | 'form', string>>;

/** Missing or invalid fields, found without a round trip; null when the order may be sent. */
export function checkOrder({ buyer, items }: Pick<Order, 'buyer' | 'items'>): Complaints | null {
	const complaints: Complaints = {};
	if (items.length === 0) complaints.tickets = 'Choose at least one ticket.';
	if (buyer.name === '') complaints.name = 'Please enter your name.';
	if (buyer.email === '') complaints.email = 'Please enter your email.';
	else if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(buyer.email))
		complaints.email = 'Please enter a valid email, like name@example.com.';
	return Object.keys(complaints).length > 0 ? complaints : null;
}

/**
 * Places an order and reports its outcome: not needed for the first view of an element. It is loaded as soon as the form is used, since the
 * network may be gone when it is sent.
 */
export { confirmation } from './confirmation.ts';
export { orderSender } from './send.ts';
export { submitOrder } from './submit-order.ts';

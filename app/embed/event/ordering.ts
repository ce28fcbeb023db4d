/**
 * What places an order and says what came of it: no part of what an element shows first. It is loaded as soon as the form is used, since the
 * network may be gone when it is sent.
 */
export { confirmation } from './confirmation.ts';
export { orderSender } from './send.ts';
export { submitOrder } from './submit-order.ts';

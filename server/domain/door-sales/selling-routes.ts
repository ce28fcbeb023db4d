import { handleDoor } from '#server/domain/check-in/handle-door.ts';
import type { Route } from '#server/http/handler.ts';
import * as doorAllotments from '#shared/contracts/door-allotments.ts';
import * as doorPayments from '#shared/contracts/door-payments.ts';
import * as contracts from '#shared/contracts/door-sales.ts';
import { topUp } from './allotments.ts';
import { cancelSale } from './cancel-sale.ts';
import { countCash } from './drawers.ts';
import { getSale } from './sale-view.ts';
import { sellAtDoor } from './sell.ts';
import { sellerOf } from './seller.ts';
import { readShop } from './shop.ts';
import { findUnpaid, takePayment } from './take-payment.ts';

/** Calls of devices that sell at the door. */
export const sellingRoutes: Route[] = [
	...handleDoor([contracts.getStaffShop, contracts.getMemberShop], (services, door, { query }) =>
		readShop(services, door, query.deviceId),
	),
	...handleDoor([contracts.sellAsStaff, contracts.sellAsMember], (services, door, { body }) =>
		sellAtDoor(services, door, body),
	),
	...handleDoor(
		[doorPayments.takePaymentAsStaff, doorPayments.takePaymentAsMember],
		(services, door, { body }) => takePayment(services, door, body),
	),
	...handleDoor(
		[doorPayments.findUnpaidAsStaff, doorPayments.findUnpaidAsMember],
		async (services, door, { query }) => ({ data: await findUnpaid(services, door, query.q) }),
	),
	...handleDoor([contracts.getStaffSale, contracts.getMemberSale], (services, door, { params }) =>
		getSale(services, door, params.sale),
	),
	...handleDoor([contracts.cancelStaffSale, contracts.cancelMemberSale], (services, door, { params }) =>
		cancelSale(services, door, params.sale),
	),
	...handleDoor(
		[contracts.countCashAsStaff, contracts.countCashAsMember],
		(services, door, { body: { device, ...count } }) => countCash(services, sellerOf(door, device), count),
	),
	...handleDoor([doorAllotments.topUpAsStaff, doorAllotments.topUpAsMember], (services, door, { body }) =>
		topUp(services, sellerOf(door, body.device), body.unsent),
	),
];

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as contracts from '#shared/contracts/subscriptions.ts';
import type { PlanChoice, PlanId } from '#shared/rules/plans.ts';

const keyOf = (organisation: string) => ['plans', organisation] as const;

/** The plan of an organisation, and how much of it is used. */
export function useSubscription(organisation: string) {
	return useApiQuery(contracts.getSubscription, [...keyOf(organisation), 'subscription'], {
		params: { organisation },
	});
}

export function useBills(organisation: string) {
	return useCursorList(contracts.listBills, {
		key: [...keyOf(organisation), 'bills'],
		params: { organisation },
		query: { limit: '12' },
	});
}

/** Chooses a plan. One press has one key, so that a lost answer is never a second payment. */
export function useChoosePlan(organisation: string) {
	return useChange(
		(choice: PlanChoice & { confirmationToken?: string }) =>
			api.call(contracts.choosePlan, {
				params: { organisation },
				body: choice,
				idempotencyKey: newIdempotencyKey(),
			}),
		keyOf(organisation),
	);
}

/** Reads the plan again, after something was decided elsewhere. */
export function useRefreshPlan(organisation: string) {
	const queries = useQueryClient();
	return useCallback(
		() => queries.invalidateQueries({ queryKey: keyOf(organisation) }),
		[queries, organisation],
	);
}

/** Saves another card for the plan, without a payment. */
export function useChangeCard(organisation: string) {
	return useChange(
		(confirmationToken: string) =>
			api.call(contracts.changeCard, { params: { organisation }, body: { confirmationToken } }),
		keyOf(organisation),
	);
}

/** Fetches the bill of a paid period as PDF and hands it to the browser as a download. */
export async function downloadBill(organisation: string, bill: contracts.Bill): Promise<void> {
	const response = await api.call(contracts.getBillFile, { params: { organisation, bill: bill.id } });
	await saveResponse(response, `${bill.label ?? 'bill'}.pdf`);
}

export function useEndPlan(organisation: string) {
	return useChange(
		() => api.call(contracts.endSubscription, { params: { organisation } }),
		keyOf(organisation),
	);
}

/** In test mode: lets days pass for the plan. */
export function usePassTime(organisation: string) {
	return useChange(
		(days: number) => api.call(contracts.passTime, { params: { organisation }, body: { days } }),
		keyOf(organisation),
	);
}

const settingKey = ['plans', 'setting'] as const;

/** Whether this installation charges plans. */
export function usePlanSetting() {
	return useQuery({
		queryKey: settingKey,
		queryFn: ({ signal }) => api.call(contracts.getPlans, { signal }),
	});
}

export function useSavePlanSetting() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (areCharged: boolean) => api.call(contracts.updatePlanSetting, { body: { areCharged } }),
		onSuccess: (setting) => {
			storeAnswer(queries, settingKey, setting);
			void queries.invalidateQueries({ queryKey: billReadinessKey });
		},
	});
}

/** Changes with what the operator says of itself. */
export const billReadinessKey = ['bill-readiness'];

/** Details that the operator has to enter before its bills can be issued. */
export const useBillReadiness = () => useApiQuery(contracts.getBillReadiness, billReadinessKey);

const grantedKey = (organisation: string) => ['plans', organisation, 'granted'] as const;

/** The plan of any organisation, for administrators. */
export function useGrantedPlan(organisation: string) {
	return useApiQuery(contracts.getGrantedPlan, grantedKey(organisation), { params: { organisation } });
}

export function useGrantPlan(organisation: string) {
	return useChange(
		(plan: PlanId | null) => api.call(contracts.grantPlan, { params: { organisation }, body: { plan } }),
		grantedKey(organisation),
		['admin', 'plans'],
	);
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer } from '#app/lib/api-query.ts';
import { getSignUpSetting, updateSignUpSetting } from '#shared/contracts/auth.ts';

const key = ['admin', 'sign-up'];

export function useSignUpSetting() {
	return useQuery({ queryKey: key, queryFn: ({ signal }) => api.call(getSignUpSetting, { signal }) });
}

export function useSaveSignUpSetting() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (isOpen: boolean) => api.call(updateSignUpSetting, { body: { isOpen } }),
		onSuccess: (setting) => storeAnswer(queries, key, setting),
	});
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer } from '#app/lib/api-query.ts';
import { useSite } from '#app/shell/site.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { getSignUpSetting, updateSignUpSetting } from '#shared/contracts/auth.ts';

const key = ['admin', 'sign-up'];

function useSignUpSetting() {
	return useQuery({ queryKey: key, queryFn: ({ signal }) => api.call(getSignUpSetting, { signal }) });
}

function useSaveSignUpSetting() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (isOpen: boolean) => api.call(updateSignUpSetting, { body: { isOpen } }),
		onSuccess: (setting) => storeAnswer(queries, key, setting),
	});
}

/** Opens and closes sign-up, and says what it means while no email can be sent. */
export function SignUpCard() {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const setting = useSignUpSetting();
	const save = useSaveSignUpSetting();
	const error = save.error ?? setting.error;
	return (
		<Card title={<Trans>Sign-up</Trans>}>
			<div className="flex max-w-xl flex-col gap-4">
				{hasEmail ? null : (
					<Callout tone="warning">
						<Trans>
							Email isn’t set up (SMTP_URL), so no email can be verified: anyone can sign up and publish at
							once. Once email is set up, people are asked to verify before they publish.
						</Trans>
					</Callout>
				)}
				<ErrorCallout error={error} />
				{setting.data ? (
					<Switch
						label={t`Visitors can sign up`}
						hint={t`Off: only people who have an account can log in. Nothing changes for them.`}
						checked={save.isPending ? save.variables : setting.data.isOpen}
						onChange={(event) => save.mutate(event.target.checked)}
					/>
				) : (
					<Skeleton className="h-14" />
				)}
			</div>
		</Card>
	);
}

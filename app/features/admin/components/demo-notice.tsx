import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer } from '#app/lib/api-query.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { getDemo, removeDemo } from '#shared/contracts/admin.ts';
import { AppError } from '#shared/errors/app-error.ts';

const demoKey = ['admin', 'demo'];

/** While the demo is here: what it is, and one button that takes all of it away. */
export function DemoNotice() {
	const { t } = useLingui();
	const queries = useQueryClient();
	const demo = useQuery({ queryKey: demoKey, queryFn: ({ signal }) => api.call(getDemo, { signal }) });
	const [isAsking, setAsking] = useState(false);
	const removal = useMutation({
		mutationFn: () => api.call(removeDemo, { timeoutMs: 120_000 }),
		onSuccess(state) {
			storeAnswer(queries, demoKey, state);
			setAsking(false);
			toast({ variant: 'success', description: t`Demo content removed.` });
		},
		onError(error) {
			toast({
				variant: 'destructive',
				description: error instanceof AppError ? error.userMessage : t`Something went wrong. Try again.`,
			});
		},
	});
	if (!demo.data?.isLoaded) return null;
	return (
		<Callout
			tone="info"
			title={<Trans>Demo content is loaded</Trans>}
			action={
				<Button variant="outline" size="sm" onClick={() => setAsking(true)}>
					{t`Remove demo content`}
				</Button>
			}
		>
			<Trans>Three sample organisations with events, guests and logins.</Trans>
			<ConfirmDialog
				isOpen={isAsking}
				onClose={() => setAsking(false)}
				title={t`Remove the demo content?`}
				description={t`This deletes its organisations, events, guests and logins. What you created yourself stays.`}
				confirmLabel={t`Remove`}
				isPending={removal.isPending}
				onConfirm={() => removal.mutate()}
			/>
		</Callout>
	);
}

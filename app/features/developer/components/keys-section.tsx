import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import type { ApiKey } from '#shared/contracts/developer.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import { useApiKeyActions, useApiKeys } from '../api.ts';
import { KeyRow } from './key-row.tsx';
import type { MadeKey } from './made-key-card.tsx';

const MadeKeyCard = lazyDialog(() => import('./made-key-card.tsx').then((module) => module.MadeKeyCard));
const KeyDialog = lazyDialog(() => import('./key-dialog.tsx').then((module) => module.KeyDialog));
const RotateDialog = lazyDialog(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

type Open = { act: 'new'; key: null } | { act: 'edit' | 'rotate' | 'revoke'; key: ApiKey } | null;

/** The API keys of an organisation: make, change, rotate and revoke them. */
export function KeysSection(props: { organisation: string; maker: MemberRights; confirmed: Confirmed }) {
	const { organisation, maker, confirmed } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const found = useApiKeys(organisation);
	const actions = useApiKeyActions(organisation);
	const [open, setOpen] = useState<Open>(null);
	const [made, setMade] = useState<MadeKey | null>(null);
	const close = () => setOpen(null);
	const keys = found.data?.data ?? [];
	const error = readError(found);

	/** Undefined: the person did not confirm; the dialog stays open then. */
	function show(fresh: MadeKey | undefined) {
		if (!fresh) return;
		setMade(fresh);
		close();
	}

	if (found.isPending) return <RouteSkeleton />;
	if (error) return <ErrorCallout error={error} onRetry={found.refetch} />;
	const start = (
		<Button icon={Plus} onClick={() => setOpen({ act: 'new', key: null })}>
			{t`New API key`}
		</Button>
	);
	return (
		<>
			<section className="flex flex-col gap-4" aria-labelledby="api-keys">
				<div className="flex flex-wrap items-center justify-between gap-3">
					<div className="min-w-0 flex-1 basis-64">
						<h2 id="api-keys" className="text-lg font-medium">
							<Trans>API keys</Trans>
						</h2>
						<p className="text-muted">
							<Trans>
								A key gives a program access to this organisation. It can only do what both its scopes and its
								creator’s role allow.
							</Trans>
						</p>
					</div>
					{keys.length > 0 ? start : null}
				</div>
				{made ? <MadeKeyCard made={made} onClose={() => setMade(null)} /> : null}
				{keys.length === 0 ? (
					<EmptyState
						title={t`No keys yet. A test key comes with a sandbox to try things in.`}
						description={t`Create one for each program, with the scopes it needs.`}
						action={start}
					/>
				) : (
					<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
						{keys.map((key) => (
							<KeyRow key={key.id} apiKey={key} onAction={(act) => setOpen({ act, key })} />
						))}
					</ul>
				)}
			</section>
			{open?.act === 'new' || open?.act === 'edit' ? (
				<KeyDialog
					organisation={organisation}
					maker={maker}
					apiKey={open.key}
					onClose={close}
					onSave={async (body) => {
						const { key } = open;
						if (!key) return show(await confirmed(() => actions.create.mutateAsync(body)));
						const { environment: _, ...changes } = body;
						if (await confirmed(() => actions.update.mutateAsync({ key: key.id, ...changes }))) close();
					}}
				/>
			) : null}
			{open?.act === 'rotate' ? (
				<RotateDialog
					organisation={organisation}
					apiKey={open.key}
					onClose={close}
					onRotate={async (overlapDays) =>
						show(await confirmed(() => actions.rotate.mutateAsync({ key: open.key.id, overlapDays })))
					}
				/>
			) : null}
			<ConfirmDialog
				isOpen={open?.act === 'revoke'}
				onClose={close}
				title={t`Revoke ${open?.act === 'revoke' ? open.key.name : ''}?`}
				description={t`Programs that use this key are refused from their next call on. You can’t undo this.`}
				confirmLabel={t`Revoke`}
				isPending={actions.revoke.isPending}
				onConfirm={() => {
					if (open?.act === 'revoke')
						void attempt(actions.revoke.mutateAsync(open.key.id), t`Key revoked`).then(close);
				}}
			/>
		</>
	);
}

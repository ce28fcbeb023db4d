import { Trans, useLingui } from '@lingui/react/macro';
import { Archive, MoreHorizontal, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { TemplateCard } from '#shared/contracts/templates.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { useArchiveTemplate, useOwnTemplates } from '../api.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { TemplateTile, tileGrid } from './template-tile.tsx';

/** The templates that the user's organisations saved, to use, rename and archive. */
export function OwnTemplates(props: {
	user: CurrentUser;
	chosen: string;
	/** Stands there until they are read. */
	waiting: ReactNode;
	onUse: (card: TemplateCard) => void;
	onPreview: (card: TemplateCard) => void;
}) {
	const { t } = useLingui();
	const { own, error, refetch } = useOwnTemplates();
	const archive = useArchiveTemplate();
	const attempt = useAttempt();
	const [renamed, setRenamed] = useState<TemplateCard | null>(null);
	const [archived, setArchived] = useState<TemplateCard | null>(null);
	if (error) return <ErrorCallout error={error} onRetry={() => void refetch()} />;
	if (!own) return props.waiting;
	const mayManage = (card: TemplateCard) => {
		const member = props.user.organisations.find(({ id }) => id === card.own?.organisationId);
		return member !== undefined && memberCan(member, 'templates.manage');
	};
	const archiveIt = async (card: TemplateCard) => {
		const organisation = card.own?.organisationId ?? '';
		if (await attempt(archive.mutateAsync({ organisation, template: card.id }), t`Template archived`))
			setArchived(null);
	};
	return (
		<section aria-labelledby="own-templates" className="flex flex-col gap-5">
			<h2 id="own-templates" className="text-xl font-semibold">
				<Trans>Your templates</Trans>
			</h2>
			{own.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>
						No templates yet. Open an event, choose Edit, and press “Save as template” under Manage event.
					</Trans>
				</p>
			) : (
				<ul className={tileGrid}>
					{own.map((card) => (
						<li key={card.id} className="min-w-0">
							<TemplateTile
								card={card}
								isChosen={props.chosen === card.id}
								isEager={false}
								onUse={() => props.onUse(card)}
								onPreview={() => props.onPreview(card)}
								menu={
									mayManage(card) ? (
										<Menu
											label={t`Actions for ${card.name}`}
											trigger={(trigger) => (
												<IconButton
													{...trigger}
													icon={MoreHorizontal}
													label={t`Actions for ${card.name}`}
													size="sm"
													tip="none"
												/>
											)}
											items={[
												{
													id: 'rename',
													label: t`Rename`,
													icon: Pencil,
													onSelect: () => setRenamed(card),
												},
												{
													id: 'archive',
													label: t`Archive`,
													icon: Archive,
													onSelect: () => setArchived(card),
												},
											]}
										/>
									) : undefined
								}
							/>
						</li>
					))}
				</ul>
			)}
			{renamed ? <RenameDialog card={renamed} onClose={() => setRenamed(null)} /> : null}
			<ConfirmDialog
				isOpen={archived !== null}
				onClose={() => setArchived(null)}
				title={t`Archive “${archived?.name ?? ''}”?`}
				description={t`It is no longer offered. Events created from it don’t change.`}
				confirmLabel={t`Archive`}
				isPending={archive.isPending}
				onConfirm={() => archived && void archiveIt(archived)}
			/>
		</section>
	);
}

import { useLingui } from '@lingui/react/macro';
import { Building2 } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';
import type { OrganisationSettings } from '#shared/contracts/settings.ts';
import { useLogoChanges } from '../api.ts';
import { PictureCard } from './picture-card.tsx';

/** The sign of the organisation, beside its name on the pages of its events. */
export function LogoSection({
	settings,
	isEditable,
}: {
	settings: OrganisationSettings;
	isEditable: boolean;
}) {
	const { t } = useLingui();
	const { upload, remove } = useLogoChanges(settings.id);
	return (
		<PictureCard
			id="logo"
			title={t`Logo`}
			description={t`Shown next to your name on event pages.`}
			hasPicture={settings.logoUrl !== null}
			labels={{ add: t`Add logo`, replace: t`Change logo`, remove: t`Remove logo` }}
			shape="square"
			upload={upload}
			remove={remove}
			isEditable={isEditable}
		>
			{settings.logoUrl ? (
				<img
					src={settings.logoUrl}
					alt={t`Logo`}
					className="size-16 flex-none rounded-lg border object-cover"
				/>
			) : (
				<span className="grid size-16 flex-none place-content-center rounded-lg border border-dashed text-muted">
					<Icon icon={Building2} size={24} />
				</span>
			)}
		</PictureCard>
	);
}

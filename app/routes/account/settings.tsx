import { useLingui } from '@lingui/react/macro';
import { Outlet, useOutletContext } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { usePlanSetting } from '#app/features/plans/api.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { SectionColumns } from '#app/ui/section-columns.tsx';
import { TabLinks } from '#app/ui/tabs.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

/** The outlet context of the pages of the settings. */
export interface SettingsContext {
	user: CurrentUser;
	/** Runs calls that may want a fresh sign-in. */
	confirmed: Confirmed;
}

export default function SettingsLayout() {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	const { confirmed, dialog } = useConfirmed();
	const plans = usePlanSetting();
	return (
		<PageFrame title={t`Settings`}>
			<SectionColumns
				side={
					<TabLinks
						isSide
						className="max-lg:mb-6"
						label={t`Settings`}
						items={[
							{ to: '/settings', label: t`Profile`, isExact: true },
							{ to: '/settings/security', label: t`Security` },
							{ to: '/settings/organisation', label: t`Organisation` },
							{ to: '/settings/notifications', label: t`Notifications` },
							// Who runs the site for themselves has nothing to choose.
							...(plans.data?.areCharged ? [{ to: '/settings/plan', label: t`Plan` }] : []),
							{ to: '/settings/data', label: t`My data` },
						]}
					/>
				}
			>
				<Outlet context={{ user, confirmed } satisfies SettingsContext} />
			</SectionColumns>
			{dialog}
		</PageFrame>
	);
}

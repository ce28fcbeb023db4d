import { useOutletContext } from 'react-router';
import { DeleteCard } from '#app/features/settings/components/delete-card.tsx';
import { ExportCard } from '#app/features/settings/components/export-card.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';
import type { SettingsContext } from './settings.tsx';

export const handle = { shape: 'form' } satisfies ShapedPage;

/** What is stored about somebody: to take along, and to end. */
export default function DataSettings() {
	const { user, confirmed } = useOutletContext<SettingsContext>();
	return (
		<div className="flex flex-col gap-6">
			<ExportCard confirmed={confirmed} />
			<DeleteCard email={user.email} confirmed={confirmed} />
		</div>
	);
}

import { OwnFollowingCard } from '#app/features/organisers/components/own-following-card.tsx';
import { NotificationsCard } from '#app/features/settings/components/notifications-card.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';

export const handle = { shape: 'form' } satisfies ShapedPage;

export default function NotificationSettings() {
	return (
		<div className="flex flex-col gap-6">
			<NotificationsCard below={<OwnFollowingCard />} />
		</div>
	);
}

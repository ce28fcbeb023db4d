import { NotificationsCard } from '#app/features/settings/components/notifications-card.tsx';

export default function NotificationSettings() {
	return <NotificationsCard />;
}

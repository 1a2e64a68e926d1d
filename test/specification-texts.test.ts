import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * Every text of the specification occurs to the letter in the web code. Composed texts (the not-found
 * sentences, the toasts of content, the question before a deletion) have tests in e2e.
 */

const ROOT = join(import.meta.dirname, '../src');

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !/[\\/]server[\\/]/.test(name))
  .map((name) => readFileSync(join(ROOT, name), 'utf8'))
  // JSX breaks long lines and escapes some characters, which readers do not see.
  .map((text) => text.replace(/&amp;/g, '&').replace(/\\'/g, "'").replace(/\s+/g, ' '))
  .join('\n');

const TEXTS = [
  // 2. Shared shell
  'No email provided',
  'Admin Dashboard',
  'Log out',
  'Logging out...',
  'Calm, structured learning for your mind.',
  '404 Page Not Found',
  // Landing
  'Check Your Email',
  'Back to form',
  'improved focus',
  'less mind-wandering',
  'lower stress',
  'Welcome to',
  'Error loading oceans. Please try again later.',
  // Oceans and waves
  'Knowledge Oceans',
  'No knowledge oceans available yet',
  'Additional Resources',
  'No waves available for this ocean yet',
  'Back to Oceans',
  'Free Sample',
  'No droplets available for this wave yet',
  // Explore
  'Explore Droplets',
  'Search by keyword, title or description...',
  'clear filter',
  'No droplets found',
  'No droplets are available yet',
  'Clear Filters',
  'Failed to load droplets',
  'Try Again',
  // Tree, accordion, classic
  'Loading your knowledge journey...',
  'Error loading content. Please try again later.',
  'No content available yet. Check back later.',
  'Categories',
  'Learning Categories',
  'Explore Waves',
  'Explore Further',
  'No items available at this level.',
  // Viewer
  'No video available',
  'Error loading droplet content',
  // Favorites
  'Your Favorites',
  'Explore Ocean',
  'Explore Wave',
  'No favorites yet',
  'Explore Content',
  'No favorite oceans yet.',
  'No favorite waves yet.',
  'No favorite droplets yet.',
  'Loading your favorites...',
  'Error loading favorites. Please try again later.',
  // Auth
  'Focused Learning',
  'Track Progress',
  'Save Favorites',
  'Personalized Path',
  // Admin
  'Site Settings',
  'User Management',
  'Content Management',
  'Analytics',
  'Subscription Management',
  'Return to Site',
  'Create New Setting',
  'Back to Admin',
  'Email Signups',
  'Has Access',
  'Access Revoked',
  'Grant Access',
  'Revoke',
  // 3. Defaults
  'A calming approach to mindful learning',
  'Begin Your Learning Journey',
  'Discover a peaceful way to expand your knowledge',
  // 4. States
  'Added to favorites',
  'Removed from favorites',
  'Error updating favorites',
  'Please try again later.',
  'Authentication Required',
  'Please login to add items to favorites.',
  'Welcome back!',
  "You're now logged in as",
  'Account created!',
  'Logged out',
  'You have been logged out successfully',
  'Subscribe Now',
  'Processing Subscription',
  'Subscription Activated',
  // 5. Validation
  'Username must be at least 3 characters',
  'Password must be at least 8 characters',
  'Please enter a valid email',
  'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  "Passwords don't match",
  'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.',
  'Key is required',
  'Value is required',
  'Category is required',
  'Title must be at least 3 characters',
  'Description must be at least 10 characters',
  'Must be a valid URL',
  'Duration must be at least 1 minute',
  // 8. Errors
  'Failed to fetch CSRF token',
  'Invalid CSRF token received',
  'Login failed',
  'Too many login attempts. Please try again later.',
  'Invalid username or password. Please try again.',
  'Login failed. Please try again.',
  'Registration failed',
  'Too many registration attempts. Please try again later.',
  'Username already exists. Please choose a different username.',
  'Email already in use. Please use a different email or try logging in.',
  'Registration failed. Please try again.',
  'Logout failed',
  'Subscription Error',
  'There was a problem activating your subscription. Please try again.',
  'Could not complete subscription. Please try again.',
  'Payment Error',
  'There was a problem processing your payment. Please try again.',
  'Error loading settings. Please try again.',
  'Error loading oceans. Please try again.',
  'Error creating setting',
  'Error updating setting',
  'Error deleting setting',
  'Setting updated',
  'Setting created',
  'Setting deleted',
  'Failed to send email',
  'Network error: Please check your connection and try again.',
  'No settings found in this category. Create your first one below.',
  'No oceans found. Create your first one.',
  'No waves found in this ocean',
  'No droplets found in this wave',
  'No email signups yet',
  // 9. Constants
  '$20.00',
];

test('the check finds web code', () => {
  expect(sources.length).toBeGreaterThan(100_000);
});

test.each(TEXTS)('“%s” is in the web code', (text) => {
  expect(sources.includes(text)).toBe(true);
});

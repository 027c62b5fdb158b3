export const notFoundMessages = {
  title: '404 Page Not Found',
  hint: 'Did you forget to add the page to the router?',
  plain: 'There’s no page here.',
  home: 'Back to Practice',
} as const

import DefaultTheme from 'vitepress/theme';
import type { Theme } from 'vitepress';
import { h } from 'vue';
import CrowdBehind from './CrowdBehind.vue';
import DeviceBench from './DeviceBench.vue';
import NotFound from './NotFound.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-before': () => h(CrowdBehind),
      'not-found': () => h(NotFound),
    }),
  enhanceApp({ app }) {
    app.component('DeviceBench', DeviceBench);
  },
} satisfies Theme;
